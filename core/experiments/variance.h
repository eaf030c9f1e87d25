// The first experiment on √d_k: how large dot products become, and the effect of dividing them by √d.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/attention/types.h"
#include "core/experiments/run.h"
#include "core/random/torch_random.h"
#include "core/result.h"

namespace attention_lab {

/// Estimates of the distribution that a sample comes from.
struct Estimate {
  double mean = 0;
  double mean_standard_error = 0;  ///< √(variance ÷ n)
  double variance = 0;             ///< with the divisor n − 1, like torch.var
  /// √((m₄ − variance²·(n − 3) ÷ (n − 1)) ÷ n), with m₄ the fourth central moment: for any distribution.
  double variance_standard_error = 0;
};

/// The estimate for factor·number: that of q·k ÷ √d from that of q·k.
Estimate scaled(const Estimate& estimate, double factor);

/// Sums up the powers of numbers without storing the numbers. Numbers are measured from `center` in units of
/// `unit`, chosen so that the sums of the powers keep their digits.
class Moments {
 public:
  /// Precondition: unit > 0.
  Moments(double center, double unit) : center_(center), unit_(unit) {}

  void add(double number) {
    const double z = (number - center_) / unit_;
    const double square = z * z;
    ++count_;
    sum_ += z;
    squares_ += square;
    cubes_ += square * z;
    fourths_ += square * square;
  }

  std::int64_t count() const { return count_; }

  /// All NaN if there are fewer than two numbers.
  Estimate estimate() const;

 private:
  double center_;
  double unit_;
  std::int64_t count_ = 0;
  double sum_ = 0;  // Σ z, Σ z², Σ z³, Σ z⁴
  double squares_ = 0;
  double cubes_ = 0;
  double fourths_ = 0;
};

/// Bins of equal width from `low` to `high`, and how many numbers were outside.
struct Bins {
  double low = 0;
  double high = 1;  // low < high
  std::vector<std::int64_t> counts;
  std::int64_t below = 0;
  std::int64_t above = 0;

  double width() const { return (high - low) / static_cast<double>(counts.size()); }

  /// Counts a number in its bin; an edge belongs to the bin on its right.
  void add(double number) {
    const double place = (number - low) / width();
    if (!(place >= 0))
      ++below;
    else if (place >= static_cast<double>(counts.size()))
      ++above;
    else
      ++counts[static_cast<std::size_t>(place)];
  }
};

namespace limits {
inline constexpr Index dimension = 4096;
inline constexpr std::int64_t least_trials = 100;
inline constexpr std::int64_t most_trials = 1'000'000;
}  // namespace limits

/// Where the two vectors of a trial come from.
enum class Components {
  normal,   ///< q = torch.randn(d), then k = torch.randn(d): mean 0, variance 1
  uniform,  ///< (2·torch.rand(d) − 1)·√3: also mean 0, variance 1
  given,    ///< a random row of the given queries and a random row of the given keys
};

/// The distributions from which components can be drawn.
inline constexpr std::array all_distributions = {Components::normal, Components::uniform};

/// "normal", "uniform", "given".
std::string_view to_string(Components components);
/// The distribution of that name; none for "given".
std::optional<Components> distribution_from(std::string_view text);

struct VarianceSpec {
  Index dimension = 64;        ///< d, 1 to limits::dimension
  std::int64_t trials = 1000;  ///< limits::least_trials to limits::most_trials
  std::uint64_t seed = 123;
  Components components = Components::normal;
  /// With Components::given: Q·Kᵀ, the product of each pair of rows, from `scores` of a head's trace or from
  /// explain.
  Matrix products;  // (n_queries, n_keys)
};

/// The theoretical moments of q·k.
struct ProductTheory {
  double mean = 0;
  double variance = 1;  ///< d·σ⁴ for independent components of mean 0 and variance σ²

  bool operator==(const ProductTheory&) const = default;
};

/// Exact for all kinds of components: mean 0 and variance d; for given rows, the mean and variance over all
/// pairs. Precondition: VarianceExperiment::start accepts `spec`.
ProductTheory theory_of(const VarianceSpec& spec);

/// That of q·k ÷ √d from that of q·k.
ProductTheory scaled(const ProductTheory& theory, double factor);

/// The density of the normal distribution with this mean and variance, which that of q·k approaches as d
/// grows. Precondition: variance > 0.
double normal_density(double x, const ProductTheory& theory);

/// The exact density of q·k for normal components and any d: an integral over the distribution of |k|,
/// because for a fixed k, q·k is normal with variance |k|². At d = 1 it is infinite at 0; at d = 2 it is
/// ½·e^−|x|. Precondition: 1 ≤ dimension ≤ limits::dimension.
double product_density(double x, Index dimension);

/// Draws pairs of vectors and accumulates their products. All results depend only on the spec and on
/// trials_done(), not on the slices.
class VarianceExperiment {
 public:
  /// out_of_range if the dimension or the number of trials is outside its limits, wrong_shape if products are
  /// needed but missing, not_finite if one of them is not finite.
  static Result<VarianceExperiment> start(VarianceSpec spec);

  /// Runs this many more trials, or as many as are left. One trial takes at most about dimension × 10 ns.
  void advance(std::int64_t trials);

  const VarianceSpec& spec() const { return spec_; }
  std::int64_t trials_done() const { return moments_.count(); }
  bool is_finished() const { return trials_done() == spec_.trials; }

  /// 1 ÷ √d, the factor for scaled products.
  double scale() const;

  const ProductTheory& theory() const { return theory_; }
  ProductTheory scaled_theory() const { return scaled(theory_, scale()); }

  /// Of q·k and of q·k ÷ √d. NaN before the second trial.
  Estimate products() const { return moments_.estimate(); }
  Estimate scaled_products() const { return scaled(products(), scale()); }

  /// Covers four theoretical standard deviations on both sides of the mean. Numbers outside are counted in
  /// `below` and `above`.
  const Bins& bins() const { return bins_; }
  Bins scaled_bins() const;

 private:
  explicit VarianceExperiment(VarianceSpec spec);
  double next_product();

  VarianceSpec spec_;
  ProductTheory theory_;
  TorchRandom draws_;
  Moments moments_;
  Bins bins_;
  Eigen::VectorXf q_;  // (dimension)
  Eigen::VectorXf k_;  // (dimension)
};

/// The settings of a run. Equal settings give equal numbers.
struct VarianceSettings {
  Index dimension = 64;
  std::int64_t trials = 1000;
  std::uint64_t seed = 123;
  Components components = Components::normal;

  bool operator==(const VarianceSettings&) const = default;
};

/// Identifies the document's queries and keys whose products are used.
struct GivenProducts {
  std::uint64_t revision = 0;
  Index head = 0;
  Index d_k = 1;

  bool operator==(const GivenProducts&) const = default;
};

struct VarianceRow {
  Index dimension = 1;
  std::int64_t trials = 0;  // 0: not computed yet
  Estimate products;
  Estimate scaled_products;
};

/// The maximum number of draws for one row of the table, so that a large d gets fewer trials.
inline constexpr std::int64_t most_draws_a_row = 16'000'000;

class VarianceRun : public StoppableRun<VarianceExperiment> {
 public:
  /// Restarts whatever differs from these settings: the run, the rows of the table, or nothing. With
  /// Components::given, `products` are those of `given`; otherwise `given` is empty.
  void ask(const VarianceSettings& settings, const std::optional<GivenProducts>& given,
           const Matrix& products);
  /// Does this much work (see SlicePace): first the run, then the rows.
  void advance(double work);
  /// The progress of the run itself, without the rows.
  RunProgress progress() const {
    return experiment_ ? RunProgress{experiment_->trials_done(), experiment_->spec().trials} : RunProgress{};
  }
  /// Adds a row for this dimension if there is none.
  void add_row(Index dimension);

  /// Why the run could not be started; empty if it was.
  const std::string& problem() const { return problem_; }
  const std::vector<VarianceRow>& rows() const { return rows_; }
  std::size_t rows_done() const;
  /// Whether the run and all rows are finished.
  bool is_finished() const override;

 private:
  void clear_rows();
  void advance_rows(double work);
  std::int64_t trials_of_row(Index dimension) const;

  VarianceSettings settings_;
  std::optional<GivenProducts> given_;
  std::optional<VarianceExperiment> row_;  // the row in progress
  std::vector<Index> dimensions_{1, 2, 5, 20, 64, 100, 128, 512, 768};
  std::vector<VarianceRow> rows_;
  std::string problem_;
};

}  // namespace attention_lab
