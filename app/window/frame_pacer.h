// When to draw: a few frames after an input or while something moves, otherwise never.
#pragma once

#include <algorithm>
#include <optional>

namespace attention_lab {

class FramePacer {
 public:
  /// Something happened: Dear ImGui needs a frame to take an input in, one to show it, one to settle.
  void wake() { due_ = std::max(due_, frames_after_input); }
  void wake(int frames) { due_ = std::max(due_, frames); }
  bool is_due() const { return due_ > 0; }
  void drew() { due_ = std::max(0, due_ - 1); }
  /// The same for a frame in which something moved by itself and asks for the next one
  /// (ViewState::want_frame): that one shows where it came to rest, and one more settles, where a tip had to
  /// grow or to shrink.
  void drew(const std::optional<double>& next_frame_in) {
    drew();
    if (next_frame_in.value_or(1) <= 0) wake(frames_after_motion);
  }

 private:
  static constexpr int frames_after_input = 3;
  static constexpr int frames_after_motion = 2;
  int due_ = frames_after_input;
};

}  // namespace attention_lab
