// Handles the signals that ask a program to end, so that it ends in order and loses nothing.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace attention_lab {

/// From its construction on, takes SIGTERM, SIGHUP and SIGINT, except those that the parent process set to be
/// ignored (nohup). Ignores SIGPIPE: a display or terminal that disappears is an error of the call that
/// writes to it. Construct it before the first thread is created, since threads inherit the signal mask.
class EndSignals {
 public:
  EndSignals();
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  /// Calls `on_signal` once, in its own thread, at the first signal since construction. Another signal some
  /// seconds later ends the program immediately.
  void listen(std::function<void()> on_signal);

  /// Afterwards, signals call nothing; they stay pending until this object is destroyed.
  void stop();

  /// The signal received, or 0.
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

/// The exit code that shells report for a program ended by a signal.
constexpr int exit_code_of(int signal) {
  return 128 + signal;
}

}  // namespace attention_lab
