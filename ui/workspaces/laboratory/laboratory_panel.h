// The √d_k laboratory workspace: why scores are divided by √d_k, in experiments.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Fills `area` of the window and returns it.
Rect draw_laboratory(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab
