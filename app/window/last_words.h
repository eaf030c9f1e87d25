// What is still done when a library ends the program.
#pragma once

#include <functional>

namespace attention_lab {

/// Xlib calls exit() when the display dies, from within any call that draws or waits: nothing returns to the
/// window then. While an object of this class lives, its function is called on such an end. Only one may
/// live at a time.
class LastWords {
 public:
  explicit LastWords(std::function<void()> say);
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

 private:
  static void say_at_exit();

  std::function<void()> say_;
};

}  // namespace attention_lab
