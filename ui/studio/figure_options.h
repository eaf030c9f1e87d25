// Beside the figure: what it shows, how it looks, the page it stands on, what it is compared with.
#pragma once

#include "core/document/session.h"
#include "ui/actions.h"
#include "ui/view_state.h"

namespace attention_lab {

void draw_figure_options(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab
