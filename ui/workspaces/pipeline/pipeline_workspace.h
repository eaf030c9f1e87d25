// The pipeline workspace: the title line above the pipeline, the Steps bar below, the inspector beside it.
#pragma once

#include <vector>

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

Rect draw_pipeline_workspace(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

/// The pipeline alone, with the Steps bar if it is open.
Rect present_pipeline(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window);

/// Selects the same position in another row of tokens or in another stage.
void step_in_pipeline(const Session& session, ViewState& view, Index tokens, Index stages);

/// The pipeline as the window shows it. Error: not_found before it was drawn.
Result<Exportable> exported_from_pipeline(const Session& session, ViewState& view);

/// In a very small window, the Steps bar also gets the space of the control bar while it is open. (In a small
/// one it gets only that of the title and the inspector.)
bool steps_need_whole_window(const ViewState& view, Point window);

/// The matrices that have a row for each token, in the order of computation.
std::vector<MatrixRef> token_stages(const Session& session, const Selection& selection);

}  // namespace attention_lab
