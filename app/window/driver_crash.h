// A message for crashes of the OpenGL driver while the window is opened.
#pragma once

#include <array>
#include <csignal>

namespace attention_lab {

/// During its lifetime, a crash ends the program with a message and exit_bad_input. Used around the calls
/// that load the driver and open the window: drivers can crash there (Mesa does if the display closes at that
/// moment), no document is open yet, and a bare signal would not tell the user why.
class DriverCrash {
 public:
  DriverCrash();
  ~DriverCrash();
  DriverCrash(const DriverCrash&) = delete;
  DriverCrash& operator=(const DriverCrash&) = delete;

 private:
  static constexpr std::array signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  std::array<struct sigaction, signals.size()> before_{};
};

}  // namespace attention_lab
