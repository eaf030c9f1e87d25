// When to draw: a few frames after an input or while something moves, otherwise never.
#pragma once

#include <algorithm>

namespace attention_lab {

class FramePacer {
 public:
  /// Something happened: Dear ImGui needs a frame to take an input in, one to show it, one to settle.
  void wake() { due_ = std::max(due_, frames_after_input); }
  void wake(int frames) { due_ = std::max(due_, frames); }
  bool is_due() const { return due_ > 0; }
  void drew() { due_ = std::max(0, due_ - 1); }

 private:
  static constexpr int frames_after_input = 3;
  int due_ = frames_after_input;
};

}  // namespace attention_lab
