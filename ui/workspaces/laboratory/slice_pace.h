// How much of a long computation fits beside the drawing of a frame.
#pragma once

namespace attention_lab {

/// A unit of work is about 10 ns: one random number drawn, multiplied and added. Nothing here looks at a
/// clock: it is told how long each frame took, and does a little more or a little less in the next. The aim
/// is 30 frames a second; where drawing alone takes nearly that long, a run may still have some of each
/// frame.
class SlicePace {
 public:
  /// Before the first slice of a run: starts small.
  void begin();
  /// How much to do in this frame; `frame_seconds`: how long the last one took, all in all.
  double next(double frame_seconds);
  /// In a frame without a slice: what comes after it was waited for, and says nothing.
  void rest() { is_first_ = true; }

 private:
  double work_ = 0;
  double ceiling_ = 0;
  double drawing_ = 0;       // seconds that a frame takes by itself
  int frames_measured_ = 0;  // for that
  bool is_first_ = true;
};

}  // namespace attention_lab
