// The bar under the title: the sentence, the options and the shapes.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Draws the bar at `area`'s upper left corner in as many rows as its width needs; returns its height.
float draw_control_bar(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                       const Rect& area);

}  // namespace attention_lab
