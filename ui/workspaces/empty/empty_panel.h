// An empty workspace, on trial: adding one touches the table of workspaces and its own folder.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

Rect draw_empty(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab
