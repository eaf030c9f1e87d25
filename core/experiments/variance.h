// The first experiment on √d_k: how large dot products become, and what dividing by √d does about it.
#pragma once

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

/// What a sample says of the distribution it comes from.
struct Estimate {
  double mean = 0;
  double mean_standard_error = 0;  ///< √(variance ÷ n)
  double variance = 0;             ///< with n − 1 below, as torch.var
  /// √((m₄ − variance²·(n − 3) ÷ (n − 1)) ÷ n), with m₄ the fourth central moment: true of any distribution.
  double variance_standard_error = 0;
};

/// The estimate of factor·number: of q·k ÷ √d from that of q·k.
Estimate scaled(const Estimate& estimate, double factor);

/// Adds numbers up without storing them. They are measured from a `center` in `unit`s that suit them, so that
/// the sums of their powers keep their digits.
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

  /// NaN throughout as long as there are fewer than two numbers.
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

/// Bins of equal width from `low` to `high`, and how many numbers fell beside them.
struct Bins {
  double low = 0;
  double high = 1;  // low < high
  std::vector<std::int64_t> counts;
  std::int64_t below = 0;
  std::int64_t above = 0;

  double width() const { return (high - low) / static_cast<double>(counts.size()); }

  /// Into the bin it belongs to; an edge belongs to the bin on its right.
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
  uniform,  ///< (2·torch.rand(d) − 1)·√3, which has mean 0 and variance 1 too
  given,    ///< a row of given queries and a row of given keys, each drawn at random
};

/// "normal", "uniform", "given".
std::string_view to_string(Components components);

struct VarianceSpec {
  Index dimension = 64;        ///< d, 1 to limits::dimension
  std::int64_t trials = 1000;  ///< limits::least_trials to limits::most_trials
  std::uint64_t seed = 123;
  Components components = Components::normal;
  /// With Components::given: Q·Kᵀ, one product for each pair of rows: `scores` of a head's trace, or
  /// explain's.
  Matrix products;  // (n_queries, n_keys)
};

/// What theory says of q·k.
struct ProductTheory {
  double mean = 0;
  double variance = 1;  ///< d·σ⁴ for independent components of mean 0 and variance σ²

  bool operator==(const ProductTheory&) const = default;
};

/// Exact for every kind of components: 0 and d; of given rows, the mean and variance over all their pairs.
/// Precondition: `spec` is one that VarianceExperiment::start takes.
ProductTheory theory_of(const VarianceSpec& spec);

/// Of q·k ÷ √d from that of q·k.
ProductTheory scaled(const ProductTheory& theory, double factor);

/// The density of the normal distribution of that mean and variance, to which that of q·k comes close as d
/// grows. Precondition: variance > 0.
double normal_density(double x, const ProductTheory& theory);

/// The density of q·k itself for normal components, at any d: an integral over the distribution of |k|, for
/// q·k is normal with variance |k|² where k is fixed. At d = 1 it is infinite at 0, at d = 2 it is ½·e^−|x|.
/// Precondition: 1 ≤ dimension ≤ limits::dimension.
double product_density(double x, Index dimension);

/// Draws pairs of vectors and adds up their products, some at a time. All results depend on the spec and on
/// trials_done() alone, not on the slices it was advanced by.
class VarianceExperiment {
 public:
  /// out_of_range if the dimension or the number of trials is outside its limits, wrong_shape if products are
  /// needed but there are none, not_finite if one of them is no number.
  static Result<VarianceExperiment> start(VarianceSpec spec);

  /// Does so many more trials, or as many as are left. A trial costs about dimension × 10 ns at most.
  void advance(std::int64_t trials);

  const VarianceSpec& spec() const { return spec_; }
  std::int64_t trials_done() const { return moments_.count(); }
  bool is_finished() const { return trials_done() == spec_.trials; }

  /// 1 ÷ √d: what products are scaled by.
  double scale() const;

  const ProductTheory& theory() const { return theory_; }
  ProductTheory scaled_theory() const { return scaled(theory_, scale()); }

  /// Of q·k, and of q·k ÷ √d. NaN before the second trial.
  Estimate products() const { return moments_.estimate(); }
  Estimate scaled_products() const { return scaled(products(), scale()); }

  /// Over four standard deviations of theory to both sides of its mean. What lies farther out is counted in
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

/// What is asked for. The same settings give the same numbers.
struct VarianceSettings {
  Index dimension = 64;
  std::int64_t trials = 1000;
  std::uint64_t seed = 123;
  Components components = Components::normal;

  bool operator==(const VarianceSettings&) const = default;
};

/// Products of the document's own queries and keys, and which they are.
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

/// A row of the table draws no more numbers than this, so that large d have fewer trials.
inline constexpr std::int64_t most_draws_a_row = 16'000'000;

class VarianceRun : public StoppableRun<VarianceExperiment> {
 public:
  /// Starts anew what is not as asked: the run, the rows of the table, or nothing. With
  /// Components::given, `products` are those of `given`, which is empty otherwise.
  void ask(const VarianceSettings& settings, const std::optional<GivenProducts>& given,
           const Matrix& products);
  /// So much work (SlicePace), the run first, then the rows.
  void advance(double work);
  /// Of the run that was asked for.
  RunProgress progress() const {
    return experiment_ ? RunProgress{experiment_->trials_done(), experiment_->spec().trials} : RunProgress{};
  }
  /// Adds a row where there is none.
  void add_row(Index dimension);

  /// Why it could not be started; empty where it could.
  const std::string& problem() const { return problem_; }
  const std::vector<VarianceRow>& rows() const { return rows_; }
  std::size_t rows_done() const;
  /// With all rows.
  bool is_finished() const override;

 private:
  void clear_rows();
  void advance_rows(double work);
  std::int64_t trials_of_row(Index dimension) const;

  VarianceSettings settings_;
  std::optional<GivenProducts> given_;
  std::optional<VarianceExperiment> row_;  // the one under way
  std::vector<Index> dimensions_{1, 2, 5, 20, 64, 100, 128, 512, 768};
  std::vector<VarianceRow> rows_;
  std::string problem_;
};

}  // namespace attention_lab
