// Runs code when a library ends the program.
#pragma once

#include <functional>

namespace attention_lab {

/// Calls a function if the program ends by exit() during this object's lifetime. Xlib calls exit() when the
/// display is lost, from within any call that draws or waits, and never returns to the window. Only one such
/// object may exist at a time.
class ExitHandler {
 public:
  explicit ExitHandler(std::function<void()> on_exit);
  ~ExitHandler();
  ExitHandler(const ExitHandler&) = delete;
  ExitHandler& operator=(const ExitHandler&) = delete;

 private:
  static void run();

  std::function<void()> on_exit_;
};

}  // namespace attention_lab
