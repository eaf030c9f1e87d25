// Matrices that slide from one layout to the next, so that a person can follow them.
#pragma once

#include <optional>

#include "ui/figures/pipeline/pipeline_layout.h"

namespace attention_lab {

/// The time of a frame, and how long a change of the layout takes, in seconds; 0: it happens at once.
struct MotionTime {
  double now = 0;
  double duration = 0;
};

/// The motion of the matrices of one panel. On a page of another size they do not slide.
class StageMotion {
 public:
  /// Replaces `layout`, if it differs from the one of the frame before, by one on the way to it. A matrix
  /// that was not there before comes out of the one that it is computed from. Sizes of text do not change on
  /// the way.
  void apply(StageLayout& layout, Point page, float pixel, const MotionTime& time);
  bool is_moving() const { return from_.has_value(); }

 private:
  StageLayout to_;
  std::optional<StageLayout> from_;
  std::optional<StageLayout> drawn_;  ///< in the last frame, while something moves
  Point page_;
  double since_ = 0;
};

}  // namespace attention_lab
