// The inspector while no number is selected or under the mouse.
#pragma once

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// Says what attention is for, where to begin, and which keys one needs first. Returns the bottom.
float draw_start_here(const Session& session, ViewState& view, const Painter& painter, Point corner,
                      float width);

}  // namespace attention_lab
