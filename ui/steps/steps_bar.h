// The Steps bar under the pipeline: play, step, and what the present step does.
#pragma once

#include "core/document/session.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// One line that invites while it is closed; controls, formula, numbers and a sentence while it is open.
/// `room`: the height that pipeline and bar have together.
float steps_bar_height(const ViewState& view, float room);

/// Fills `area` of the window.
void draw_steps_bar(const Session& session, ViewState& view, const Rect& area);

/// Space, the arrow keys, Home and End, while nothing is typed.
void handle_step_keys(const Session& session, ViewState& view);

}  // namespace attention_lab
