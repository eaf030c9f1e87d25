// Moving the enlarged pipeline: with the middle button, or with Space held and the left one.
#pragma once

#include "ui/figures/base/geometry.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Call once a frame. Takes out the hand while Space is held, if the picture is enlarged. Returns whether
/// Space asks for the next step: when it is pressed or, if it might be the hand, when it is let go without
/// having moved anything.
bool space_asks_for_step(ViewState& view);

/// Call in the window of the enlarged picture before anything else takes the mouse there.
void move_sheet(ViewState& view, const Rect& area);

}  // namespace attention_lab
