// The buttons that move through the steps, and the track that shows where one stands.
#pragma once

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// First, back, play, forward, last. `left` and `height`: of their row; returns their right end.
float draw_transport(const Session& session, ViewState& view, const Painter& painter, Point left,
                     float height);

/// Where one stands among all steps; can be dragged.
void draw_step_track(ViewState& view, const Painter& painter, const Rect& rect);

}  // namespace attention_lab
