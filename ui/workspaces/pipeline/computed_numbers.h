// Dragging a computed number: a sentence says why it does not move, and what would move it.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"
#include "ui/workspaces/pipeline/shown_pipeline.h"

namespace attention_lab {

/// Call once a frame, after the matrices: follows view.editing.computed. While the mouse drags the number and
/// for a moment afterwards, a sentence beside it says what it is computed from, and these matrices are
/// framed. An attention weight offers to be dragged itself.
void explain_computed_drag(const Session& session, ViewState& view, ActionQueue& actions,
                           const Painter& painter, const ShownPipeline& shown);

}  // namespace attention_lab
