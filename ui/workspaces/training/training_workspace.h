// The training workspace: weights learn the attention that is asked for.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

Rect draw_training(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab
