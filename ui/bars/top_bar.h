// The bar at the top: the program's name, the workspaces and the menus.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

float top_bar_height(const WidgetContext& view);
void draw_top_bar(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                  const Rect& area);

}  // namespace attention_lab
