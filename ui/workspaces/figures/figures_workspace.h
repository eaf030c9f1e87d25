// The Figures workspace: one figure as it will be saved, and its options beside it.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

Rect draw_figures_workspace(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

/// Draws the figure alone.
Rect present_figure_alone(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window);

/// Moves the figure to another token or another matrix.
void step_in_figure(const Session& session, ViewState& view, Index tokens, Index stages);

/// In the presenter view: makes the figure show the stage and the token selected in the pipeline.
void take_presented_stage(ViewState& view);

Result<Exportable> exported_figure(const Session& session, ViewState& view);

}  // namespace attention_lab
