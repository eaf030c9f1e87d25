// One stage of the pipeline, large, with its operands; all others are small below it.
#pragma once

#include <optional>

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/workspaces/pipeline/shown_pipeline.h"

namespace attention_lab {

/// The stage in focus: while a step is shown, the one that the step computes; otherwise the chosen one.
/// Empty: the whole pipeline.
std::optional<MatrixName> stage_in_focus(const Session& session, const ViewState& view);

/// Chooses the stage of a matrix, or the whole pipeline if that stage is in focus already.
void toggle_focus(const Session& session, PipelineState& pipeline, MatrixName matrix);

/// While steps are shown: goes to the first step of the next or, if `by` is negative, of this or the previous
/// stage. Otherwise brings the operation after or before the one in focus into focus; the whole pipeline
/// comes before the first one and after the last one.
void go_to_stage(const Session& session, ViewState& view, int by);

/// Lets a matrix be shown large, if it is small at present.
void bring_into_focus(const Session& session, ViewState& view, MatrixName matrix);

/// Titles and operations can be clicked.
void handle_focus_input(const Session& session, ViewState& view, const ShownPipeline& shown);
/// The same for the small matrices of the strip.
void handle_strip_input(const Session& session, ViewState& view, const ShownPipeline& strip);

}  // namespace attention_lab
