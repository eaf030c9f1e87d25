// The Steps bar under the pipeline: play, step, and what the present step does.
#pragma once

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// One line that invites while it is closed; controls, formula, numbers and a sentence while it is open.
/// `room`: the height that pipeline and bar have together.
float steps_bar_height(const ViewState& view, float room);

/// Fills `area` of the window.
void draw_steps_bar(const Session& session, ViewState& view, const Rect& area);

/// Space, the arrow keys, Home and End, while nothing is typed.
void handle_step_keys(const Session& session, ViewState& view);

/// What the present step does; fills `area` of the window. Where it is low, title and formula share a line.
void draw_step_words(const Session& session, ViewState& view, const Painter& painter, const Rect& area);

/// First, back, play, forward, last. `left` and `height`: of their row; returns their right end.
float draw_transport(const Session& session, ViewState& view, const Painter& painter, Point left,
                     float height);

/// Where one stands among all steps; can be dragged.
void draw_step_track(ViewState& view, const Painter& painter, const Rect& rect);

}  // namespace attention_lab
