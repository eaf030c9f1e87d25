// How much gradient softmax lets through, slice by slice.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/experiments/gradient.h"
#include "core/experiments/run.h"

namespace attention_lab {

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
