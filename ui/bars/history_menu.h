// Edit → History: every step that can be undone or redone.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// A submenu that lists the steps in order and marks the current one; choosing a step goes to it. Call it
/// inside an open menu.
void draw_history_menu(const Session& session, WidgetContext& view, ActionQueue& actions);

}  // namespace attention_lab
