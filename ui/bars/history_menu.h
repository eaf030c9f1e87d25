// Edit → History: every step that can be undone or redone.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// A submenu with the steps in their order, the present one marked; choosing one goes there. To be called
/// inside an open menu.
void draw_history_menu(const Session& session, WidgetContext& view, ActionQueue& actions);

}  // namespace attention_lab
