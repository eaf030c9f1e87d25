// Work that takes longer than a frame, done beside the window.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace attention_lab {

/// Seen from both sides while work is under way.
struct BackgroundWork {
  std::atomic<float> done{0};             ///< of 1
  std::atomic<bool> is_cancelled{false};  ///< the work ends as soon as it sees this
  std::atomic<bool> is_finished{false};   ///< nothing changes any more
};

/// The program implements it with a thread: the interface has none.
class BackgroundRunner {
 public:
  virtual ~BackgroundRunner() = default;
  /// Runs `work`, after what was started before, and then says in `state` that it is finished. What it works
  /// on must be its own.
  virtual void start(std::shared_ptr<BackgroundWork> state, std::function<void()> work) = 0;
};

}  // namespace attention_lab
