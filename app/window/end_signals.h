// The signals that ask a program to end: it leaves in order, and loses nothing.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace attention_lab {

/// Takes SIGTERM, SIGHUP and SIGINT from the moment it is made; those that whoever started the program
/// ignores (nohup) stay ignored. SIGPIPE is ignored from then on: a display or a terminal that goes away is
/// an error of the call that writes to it. It must be made before the first thread: threads inherit what is
/// blocked.
class EndSignals {
 public:
  EndSignals();
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  /// `on_signal` is called once, by a thread of its own, when the first of them comes, including one
  /// that came since this object was made. One that comes some seconds later ends the program on the spot.
  void listen(std::function<void()> on_signal);

  /// After this, signals no longer call anything. Those that come wait until this object is gone.
  void stop();

  /// The signal that came, or 0.
  int taken() const { return taken_; }

 private:
  void run();

  sigset_t signals_{};
  sigset_t blocked_before_{};
  int any_ = 0;  // one of signals_, or 0: all are ignored
  std::function<void()> on_signal_;
  std::atomic<int> taken_ = 0;
  std::atomic<bool> is_ending_ = false;
  std::thread thread_;
};

/// The exit code of a program that a signal ended, as shells count them.
constexpr int exit_code_of(int signal) {
  return 128 + signal;
}

}  // namespace attention_lab
