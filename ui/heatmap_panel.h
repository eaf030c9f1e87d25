// The heatmap workspace: the weights of the shown head, large.
#pragma once

#include "core/document/session.h"
#include "ui/view_state.h"

namespace attention_lab {

/// Fills `area` of the window.
void draw_heatmap_panel(const Session& session, ViewState& view, const Rect& area);

}  // namespace attention_lab
