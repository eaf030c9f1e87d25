// The museum workspace: the correct computation and one mistake, side by side.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Fills `area` of the window and returns it.
Rect draw_museum(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab
