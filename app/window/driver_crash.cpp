#include "app/window/driver_crash.h"

#include <string_view>
#include <unistd.h>

#include "app/commands/output.h"

namespace attention_lab {
namespace {

// Calls only async-signal-safe functions.
void say_and_end(int) {
  constexpr std::string_view sentence =
      "attention-lab: The display or its OpenGL driver failed while the window was being opened; check the "
      "display, or start the program with LIBGL_ALWAYS_SOFTWARE=1.\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, sentence.data(), sentence.size());
  ::_exit(exit_bad_input);
}

}  // namespace

DriverCrash::DriverCrash() {
  struct sigaction action {};
  action.sa_handler = say_and_end;
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &action, &before_[i]);
}

DriverCrash::~DriverCrash() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
}

}  // namespace attention_lab
