// The Spaces workspace: tokens, queries, keys and values as points of four planes.
#pragma once

#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

Rect draw_spaces(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);
Rect present_spaces(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window);

}  // namespace attention_lab
