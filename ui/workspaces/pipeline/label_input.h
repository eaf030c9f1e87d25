// The labels beside and above the matrices. A click on the name of a token follows it through all of them; a
// drag on any label of a given matrix changes its whole row or column.
#pragma once

#include <optional>

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"
#include "ui/workspaces/pipeline/shown_pipeline.h"

namespace attention_lab {

/// The row beside which the mouse is, in a part of the page that begins at `x`.
std::optional<Index> row_under_mouse(const PlacedStage& stage, const ShownPipeline& shown, float x,
                                     float width);

/// Clicks and drags on the labels of a matrix. The row or column that a drag would change is framed.
void handle_labels(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                   const PlacedStage& stage, const ShownPipeline& shown);

}  // namespace attention_lab
