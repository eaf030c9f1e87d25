// The column beside the planes: the numbers of the chosen token, and what can be chosen.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

void draw_spaces_column(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab
