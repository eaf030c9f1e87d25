// The page of the Figures workspace: exactly what will be saved, as large as it fits.
#pragma once

#include "core/document/session.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Fills `area` of the window. Clicking a cell points it out; a right click opens the figure's menu.
void draw_figure_preview(const Session& session, ViewState& view, const Rect& area);

}  // namespace attention_lab
