// The names of tokens beside and above the matrices: a click follows a token through all of them.
#pragma once

#include <optional>

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/workspaces/pipeline/shown_pipeline.h"

namespace attention_lab {

/// The row beside which the mouse is, in a part of the page that begins at `x`.
std::optional<Index> row_under_mouse(const PlacedStage& stage, const ShownPipeline& shown, float x,
                                     float width);

/// A click on a name follows the token, or lets go of it.
void handle_token_labels(const Session& session, ViewState& view, const PlacedStage& stage,
                         const ShownPipeline& shown);

}  // namespace attention_lab
