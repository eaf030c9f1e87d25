#include "app/end_signals.h"

#include <chrono>
#include <pthread.h>
#include <unistd.h>
#include <utility>

namespace attention_lab {

EndSignals::EndSignals() {
  ::signal(SIGPIPE, SIG_IGN);
  sigemptyset(&signals_);
  for (const int signal : {SIGTERM, SIGHUP, SIGINT}) {
    struct sigaction present {};
    ::sigaction(signal, nullptr, &present);
    if (present.sa_handler == SIG_IGN) continue;
    sigaddset(&signals_, signal);
    any_ = signal;
  }
  ::pthread_sigmask(SIG_BLOCK, &signals_, &blocked_before_);
}

void EndSignals::stop() {
  if (!thread_.joinable()) return;
  is_ending_ = true;
  ::pthread_kill(thread_.native_handle(), any_);
  thread_.join();
}

EndSignals::~EndSignals() {
  stop();
  ::pthread_sigmask(SIG_SETMASK, &blocked_before_, nullptr);
}

void EndSignals::listen(std::function<void()> on_signal) {
  if (any_ == 0) return;
  on_signal_ = std::move(on_signal);
  thread_ = std::thread([this] { run(); });
}

void EndSignals::run() {
  using Clock = std::chrono::steady_clock;
  // Closing a terminal or shutting down the system sends two signals in a row.
  constexpr std::chrono::seconds patience{2};
  Clock::time_point first;
  while (true) {
    int signal = 0;
    if (::sigwait(&signals_, &signal) != 0) continue;
    if (is_ending_) return;
    if (taken_ == 0) {
      first = Clock::now();
      taken_ = signal;
      on_signal_();
    } else if (Clock::now() - first > patience) {
      ::_exit(exit_code_of(signal));
    }
  }
}

}  // namespace attention_lab
