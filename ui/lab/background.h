// Work that takes longer than a frame and runs beside the window.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace attention_lab {

/// Shared by the two threads while the work runs.
struct BackgroundWork {
  std::atomic<float> done{0};             ///< from 0 to 1
  std::atomic<bool> is_cancelled{false};  ///< the work ends as soon as it sees this flag
  std::atomic<bool> is_finished{false};   ///< nothing changes any more
};

/// The interface has no threads; the program implements this with one.
class BackgroundRunner {
 public:
  virtual ~BackgroundRunner() = default;
  /// Queues `work`; it runs after all work that was started before. Sets `state->is_finished` at its end.
  /// `work` must own all data that it uses.
  virtual void start(std::shared_ptr<BackgroundWork> state, std::function<void()> work) = 0;
};

}  // namespace attention_lab
