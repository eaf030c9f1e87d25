// The bar under the title: the sentence, and the options and shapes of the mechanism.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Draws it from `area`'s upper left corner, as many rows as its width asks for; returns its height.
float draw_control_bar(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                       const Rect& area);

}  // namespace attention_lab
