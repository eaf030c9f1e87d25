// The row of controls above a workspace: the sentence, the options and the shapes.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

float control_bar_height(const WidgetContext& view);

/// Draws the sentence and as many controls as there is room for, the most important first; the others are in
/// a popup. Which ones depends on the width, the size of text and the kind of document, but not on a value.
void draw_control_bar(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                      const Rect& row);

}  // namespace attention_lab
