// Decides when to draw: a few frames after input or during animations, otherwise never.
#pragma once

#include <algorithm>
#include <optional>

namespace attention_lab {

class FramePacer {
 public:
  /// Call on input: Dear ImGui needs one frame to process it, one to show the result and one to settle.
  void wake() { due_ = std::max(due_, frames_after_input); }
  void wake(int frames) { due_ = std::max(due_, frames); }
  bool is_due() const { return due_ > 0; }
  void drew() { due_ = std::max(0, due_ - 1); }
  /// The same for a frame with an animation that requests the next one (ViewState::want_frame): that frame
  /// shows the final state, and another one lets tooltips adapt their size.
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
