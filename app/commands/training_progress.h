// The progress of training, as one line on a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace attention_lab {

/// "[####----]  1200 of 2000 steps, loss 0.9441, 12 s left"; the time is left out before the first step.
std::string progress_line(std::int64_t step, std::int64_t steps, double loss,
                          std::optional<double> seconds_left);

/// Shows the line on standard error if that is a terminal, and clears it at the end.
class TrainingProgress {
 public:
  explicit TrainingProgress(std::int64_t steps);
  ~TrainingProgress();
  TrainingProgress(const TrainingProgress&) = delete;
  TrainingProgress& operator=(const TrainingProgress&) = delete;

  /// Writes at most ten times a second.
  void show(std::int64_t step, double loss);

 private:
  using Clock = std::chrono::steady_clock;

  std::int64_t steps_;
  bool is_terminal_;
  Clock::time_point start_ = Clock::now();
  std::optional<Clock::time_point> last_shown_;
};

}  // namespace attention_lab
