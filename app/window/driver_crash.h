// What is said where the OpenGL driver crashes while the window is opened.
#pragma once

#include <array>
#include <csignal>

namespace attention_lab {

/// While it lives, a crash ends the program with one sentence and exit_bad_input. It is for the calls that
/// load a driver and open the window: the code of a driver can crash there (Mesa does where the display ends
/// at that moment), the program has nothing open yet, and a signal would tell the person nothing.
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
