// The page of the Figures workspace, exactly as it will be saved, and the figure's options.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Fills `area` of the window. Clicking a cell marks it in the figure; a right click opens the figure's menu.
void draw_figure_preview(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

/// The options beside the page: contents, appearance, page, comparison.
void draw_figure_options(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab
