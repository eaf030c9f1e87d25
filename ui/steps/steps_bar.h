// The Steps bar under the pipeline: playback, and the explanation of the current step.
#pragma once

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// One line that offers to start while the bar is closed; controls, formula, numbers and a sentence while it
/// is open. `room`: the height available for pipeline and bar together.
float steps_bar_height(const ViewState& view, float room);

/// Draws the bar into `area` of the window.
void draw_steps_bar(const Session& session, ViewState& view, const Rect& area);

/// Space, the arrow keys, Home and End; ignored while something is typed.
void handle_step_keys(const Session& session, ViewState& view);

/// Explains the current step in `area` of the window. If it is low, title and formula share a line.
void draw_step_words(const Session& session, ViewState& view, const Painter& painter, const Rect& area);

/// The buttons first, back, play, forward and last. `left`, `height`: of their row. Returns their right edge.
float draw_transport(const Session& session, ViewState& view, const Painter& painter, Point left,
                     float height);

/// The position among all steps; it can be dragged.
void draw_step_track(ViewState& view, const Painter& painter, const Rect& rect);

}  // namespace attention_lab
