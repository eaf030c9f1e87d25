// The third experiment on √d_k: how much gradient reaches W_q through softmax, as d_k grows.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/attention/types.h"
#include "core/experiments/run.h"
#include "core/random/torch_random.h"
#include "core/result.h"

namespace attention_lab {

namespace limits {
inline constexpr Index gradient_tokens = 128;
inline constexpr std::int64_t gradient_trials = 10'000;
}  // namespace limits

/// What the scores of the experiment are divided by.
enum class ExperimentDivisor {
  sqrt_d_k,      ///< as it should be
  none,          ///< 1
  sqrt_d_model,  ///< the mistake: the width of the embeddings instead of one head's
};
inline constexpr std::array all_experiment_divisors = {ExperimentDivisor::sqrt_d_k, ExperimentDivisor::none,
                                                       ExperimentDivisor::sqrt_d_model};

/// "sqrt_d_k", "none", "sqrt_d_model".
std::string_view to_string(ExperimentDivisor divisor);

struct GradientSpec {
  std::vector<Index> dimensions;  ///< of the keys, each a d_k from 1 to d_model; e.g. doubling_dimensions()
  Index d_model = 512;            ///< 1 to limits::d_model
  Index n_tokens = 16;            ///< a query looks at so many keys: 2 to limits::gradient_tokens
  std::int64_t trials = 1000;     ///< for each dimension: 1 to limits::gradient_trials
  std::uint64_t seed = 123;
};

/// 1, 2, 4, … up to d_model, which ends them.
std::vector<Index> doubling_dimensions(Index d_model);

/// How a quantity is spread over the trials. Without ÷√d_k most tokens get next to nothing and a few get
/// much, so that a mean tells of the few and the median of the token one meets.
struct Spread {
  double mean = 0;
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;
};

struct GradientMeasure {
  Spread W_q;  ///< ‖∂context ÷ ∂W_q‖, the Frobenius norm
  Spread passed;  ///< ‖∂context ÷ ∂masked_scores‖ ÷ ‖∂context ÷ ∂weights‖: the share softmax lets through
};

/// What was measured at one d_k.
struct GradientPoint {
  Index d_k = 1;
  std::int64_t trials = 0;                  ///< done so far; without any, the measures are 0
  std::array<GradientMeasure, 3> measures;  ///< in the order of all_experiment_divisors

  const GradientMeasure& at(ExperimentDivisor divisor) const {
    return measures[static_cast<std::size_t>(divisor)];
  }
};

/// In each trial one token looks at n_tokens keys. Its embedding x (d_model), its query q and the keys K
/// (d_k), and the values v (one number a token) are normal with mean 0 and variance 1, as they are in a new
/// model. The gradient is that of its context, a single number:
///
///   weights = softmax(q·Kᵀ ÷ divisor)     context = weights·v
///   dscores = J·v ÷ divisor, with J = diag(weights) − weightsᵀ·weights
///   dq = dscores·K      dW_q = xᵀ·dq      ‖dW_q‖ = ‖x‖·‖dq‖
///
/// The same draws serve all three divisors, and every d_k begins with the seed anew, so that no point depends
/// on which others there are, or on the slices it was computed in.
class GradientExperiment {
 public:
  /// out_of_range with a sentence if something in the spec is outside its limits.
  static Result<GradientExperiment> start(GradientSpec spec);

  /// Does so many more trials, dimension after dimension, or as many as are left. One trial takes about
  /// (n_tokens · d_k + d_model) × 10 ns.
  void advance(std::int64_t trials);

  const GradientSpec& spec() const { return spec_; }
  std::int64_t trials_done() const { return done_; }
  std::int64_t trials_in_all() const {
    return spec_.trials * static_cast<std::int64_t>(spec_.dimensions.size());
  }
  bool is_finished() const { return done_ == trials_in_all(); }

  /// One point for each of the dimensions. Looks through all trials: ask once a slice, not for each point.
  std::vector<GradientPoint> points() const;

 private:
  /// What was measured with one divisor at one d_k, a number a trial.
  struct Samples {
    std::vector<double> W_q;
    std::vector<double> passed;
  };

  explicit GradientExperiment(GradientSpec spec);
  void do_trial(std::size_t dimension);

  GradientSpec spec_;
  TorchRandom draws_;
  std::int64_t done_ = 0;
  std::vector<std::array<Samples, 3>> samples_;  // one for each dimension
};

/// What is asked for. The same settings give the same numbers.
struct GradientSettings {
  Index d_model = 512;
  Index n_tokens = 16;
  std::int64_t trials = 300;
  std::uint64_t seed = 123;

  bool operator==(const GradientSettings&) const = default;
};

class GradientRun : public StoppableRun<GradientExperiment> {
 public:
  /// Starts anew where other settings are asked for. Precondition: they are within the experiment's limits.
  void ask(const GradientSettings& settings);
  /// So much work (SlicePace).
  void advance(double work);
  void stop() override;
  RunProgress progress() const {
    return experiment_ ? RunProgress{experiment_->trials_done(), experiment_->trials_in_all()}
                       : RunProgress{};
  }
  bool is_finished() const override { return experiment_ && experiment_->is_finished(); }

  /// One for each d_k that has trials; looked up every now and then while it runs.
  const std::vector<GradientPoint>& points() const { return points_; }
  /// How far the run was when they were looked up.
  std::int64_t looked_up_at() const { return looked_up_at_; }

 private:
  void look_up();

  GradientSettings settings_;
  std::vector<GradientPoint> points_;
  std::int64_t looked_up_at_ = 0;
};

}  // namespace attention_lab
