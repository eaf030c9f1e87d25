// Menu entries that change the whole model at once.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Biases, output projection, drawing all weights anew: to be called inside an open menu.
void draw_model_entries(const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
