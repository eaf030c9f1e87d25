// The third experiment on √d_k: how much gradient reaches W_q through softmax as d_k grows.
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
  sqrt_d_k,      ///< the correct divisor
  none,          ///< 1
  sqrt_d_model,  ///< the mistake: the width of the embeddings instead of that of one head
};
inline constexpr std::array all_experiment_divisors = {ExperimentDivisor::sqrt_d_k, ExperimentDivisor::none,
                                                       ExperimentDivisor::sqrt_d_model};

/// "sqrt_d_k", "none", "sqrt_d_model".
std::string_view to_string(ExperimentDivisor divisor);

struct GradientSpec {
  std::vector<Index> dimensions;  ///< each a d_k from 1 to d_model; e.g. doubling_dimensions()
  Index d_model = 512;            ///< 1 to limits::d_model
  Index n_tokens = 16;            ///< keys per query: 2 to limits::gradient_tokens
  std::int64_t trials = 1000;     ///< per dimension: 1 to limits::gradient_trials
  std::uint64_t seed = 123;
};

/// 1, 2, 4, …, ending with d_model.
std::vector<Index> doubling_dimensions(Index d_model);

/// The distribution of a quantity over the trials. Without ÷√d_k most tokens get almost nothing and a few get
/// a lot, so the mean describes those few and the median a typical token.
struct Spread {
  double mean = 0;
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;
};

struct GradientMeasure {
  Spread W_q;  ///< ‖∂context ÷ ∂W_q‖, the Frobenius norm
  Spread passed;  ///< ‖∂context ÷ ∂masked_scores‖ ÷ ‖∂context ÷ ∂weights‖: what softmax passes on
};

/// The measurements at one d_k.
struct GradientPoint {
  Index d_k = 1;
  std::int64_t trials = 0;                  ///< done so far; if 0, the measures are 0
  std::array<GradientMeasure, 3> measures;  ///< in the order of all_experiment_divisors

  const GradientMeasure& at(ExperimentDivisor divisor) const {
    return measures[static_cast<std::size_t>(divisor)];
  }
};

/// In each trial one token attends to n_tokens keys. Its embedding x (d_model), its query q, the keys K (d_k)
/// and the values v (one number per token) are normal with mean 0 and variance 1, as in a newly initialised
/// model. The gradient is that of the token's context, a single number:
///
///   weights = softmax(q·Kᵀ ÷ divisor)     context = weights·v
///   dscores = J·v ÷ divisor, with J = diag(weights) − weightsᵀ·weights
///   dq = dscores·K      dW_q = xᵀ·dq      ‖dW_q‖ = ‖x‖·‖dq‖
///
/// All three divisors use the same draws, and every d_k starts again from the seed. Therefore no point
/// depends on the other points, or on how the trials were divided into slices.
class GradientExperiment {
 public:
  /// out_of_range, with a sentence, if a member of the spec is outside its limits.
  static Result<GradientExperiment> start(GradientSpec spec);

  /// Runs this many more trials, or as many as are left, dimension after dimension. One trial takes about
  /// (n_tokens · d_k + d_model) × 10 ns.
  void advance(std::int64_t trials);

  const GradientSpec& spec() const { return spec_; }
  std::int64_t trials_done() const { return done_; }
  std::int64_t trials_in_all() const {
    return spec_.trials * static_cast<std::int64_t>(spec_.dimensions.size());
  }
  bool is_finished() const { return done_ == trials_in_all(); }

  /// One point per dimension. Goes through all trials: call it once per slice, not once per point.
  std::vector<GradientPoint> points() const;

 private:
  /// The measurements with one divisor at one d_k, one number per trial.
  struct Samples {
    std::vector<double> W_q;
    std::vector<double> passed;
  };

  explicit GradientExperiment(GradientSpec spec);
  void do_trial(std::size_t dimension);

  GradientSpec spec_;
  TorchRandom draws_;
  std::int64_t done_ = 0;
  std::vector<std::array<Samples, 3>> samples_;  // one per dimension
};

/// The settings of a run. Equal settings give equal numbers.
struct GradientSettings {
  Index d_model = 512;
  Index n_tokens = 16;
  std::int64_t trials = 300;
  std::uint64_t seed = 123;

  bool operator==(const GradientSettings&) const = default;
};

class GradientRun : public StoppableRun<GradientExperiment> {
 public:
  /// Restarts if the settings changed. Precondition: they are within the experiment's limits.
  void ask(const GradientSettings& settings);
  /// Does this much work (see SlicePace).
  void advance(double work);
  void stop() override;
  RunProgress progress() const {
    return experiment_ ? RunProgress{experiment_->trials_done(), experiment_->trials_in_all()}
                       : RunProgress{};
  }
  bool is_finished() const override { return experiment_ && experiment_->is_finished(); }

  /// One point for each d_k that has trials; updated from time to time during a run.
  const std::vector<GradientPoint>& points() const { return points_; }
  /// How many trials were done at the last update.
  std::int64_t looked_up_at() const { return looked_up_at_; }

 private:
  void look_up();

  GradientSettings settings_;
  std::vector<GradientPoint> points_;
  std::int64_t looked_up_at_ = 0;
};

}  // namespace attention_lab
