// The choice of a mask in the control bar, and the popup for its numbers.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/controls.h"

namespace attention_lab {

void draw_mask_control(const Session& session, ViewState& view, ActionQueue& actions, Controls& controls,
                       const Rect& rect);

}  // namespace attention_lab
