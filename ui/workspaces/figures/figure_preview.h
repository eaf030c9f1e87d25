// The page of the Figures workspace, exactly as it will be saved and as large as it fits, and its options.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Fills `area` of the window. Clicking a cell points it out; a right click opens the figure's menu.
void draw_figure_preview(const Session& session, ViewState& view, const Rect& area);

/// Beside the page: what the figure shows, how it looks, the page, what it is compared with.
void draw_figure_options(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab
