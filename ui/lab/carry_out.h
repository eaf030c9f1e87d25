// What becomes of an action that concerns the session, and what the person is told of it.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Applies the action, or says at the foot of the window why it cannot be. A notice that the change put out
/// of date goes. False: the program must do it itself.
bool carry_out(Session& session, ViewState& view, const Action& action);

}  // namespace attention_lab
