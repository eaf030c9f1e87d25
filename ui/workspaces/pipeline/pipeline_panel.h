// The pipeline workspace: every matrix from X to context, in the order of the data flow.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Draws the bar into `area` of the window.
void draw_pipeline(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab
