// The first experiment on √d_k: how large dot products become, and what dividing by √d does about it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/attention/types.h"
#include "core/experiments/bins.h"
#include "core/experiments/moments.h"
#include "core/random/torch_random.h"
#include "core/result.h"

namespace attention_lab {

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

}  // namespace attention_lab
