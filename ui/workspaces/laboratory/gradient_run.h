// The third bench's computation, slice by slice.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/experiments/gradient.h"

namespace attention_lab {

/// What is asked for. The same settings give the same numbers.
struct GradientSettings {
  Index d_model = 512;
  Index n_tokens = 16;
  std::int64_t trials = 300;
  std::uint64_t seed = 123;

  bool operator==(const GradientSettings&) const = default;
};

class GradientRun {
 public:
  /// Starts anew where other settings are asked for. Precondition: they are within the experiment's limits.
  void ask(const GradientSettings& settings);
  /// So much work (SlicePace). True where points() changed.
  bool advance(double work);
  void stop();
  void go_on() { is_stopped_ = false; }

  /// Null before the first ask().
  const GradientExperiment* experiment() const { return experiment_ ? &*experiment_ : nullptr; }
  /// One for each d_k that has trials; looked up every now and then while it runs.
  const std::vector<GradientPoint>& points() const { return points_; }
  bool is_finished() const { return experiment_ && experiment_->is_finished(); }
  bool is_stopped() const { return is_stopped_ && !is_finished(); }
  bool is_running() const { return experiment_ && !is_stopped_ && !is_finished(); }
  /// Rises whenever the run starts anew.
  std::uint64_t starts() const { return starts_; }

 private:
  void look_up();

  GradientSettings settings_;
  std::optional<GradientExperiment> experiment_;
  std::vector<GradientPoint> points_;
  std::int64_t looked_up_at_ = 0;
  bool is_stopped_ = false;
  std::uint64_t starts_ = 0;
};

}  // namespace attention_lab
