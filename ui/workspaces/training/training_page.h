// The two parts of the training workspace.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// The column with the target, the optimizer and what is trained.
void draw_training_controls(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

/// The buttons and the slider that move through the steps. Precondition: there is a run.
void draw_training_transport(ViewState& view, const Rect& area);
float training_transport_height(const WidgetContext& view);

/// The pictures, with the cells that can be changed, and the arithmetic of the next update. Precondition:
/// there is a run.
void draw_training_page(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab
