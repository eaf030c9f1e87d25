// What the program still does when a library ends it.
#pragma once

#include <functional>

namespace attention_lab {

/// Calls a function when the program ends by exit() while this object lives. Xlib calls exit() when the
/// display is lost, from within any call that draws or waits, so that nothing returns to the window. Only one
/// may live at a time.
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
