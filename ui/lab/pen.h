// A pen that draws on top of everything that the window shows.
#pragma once

#include <vector>

#include "ui/figures/base/display_list.h"

namespace attention_lab {

struct ViewState;

struct Pen {
  bool is_out = false;
  std::vector<std::vector<Point>> strokes;  // in pixels of the window
};

/// While the pen is out, it takes the mouse: dragging draws. E erases everything, and Escape puts the pen
/// away together with what it drew. All other keys keep their meaning, so that a lesson goes on.
void draw_pen(ViewState& view, Pen& pen, const Rect& window);

}  // namespace attention_lab
