// Matrices of the pipeline that are drawn tiny, so that the others get the room.
#pragma once

#include "ui/lab/view_state.h"
#include "ui/workspaces/pipeline/shown_pipeline.h"

namespace attention_lab {

bool is_collapsed(const PipelineState& pipeline, MatrixName name);
void expand(PipelineState& pipeline, MatrixName name);

/// The entry of the context menu. While a stage is in focus, all matrices are small anyway.
void draw_collapse_entry(ViewState& view, MatrixName name);

/// A click brings the matrix back.
void handle_collapsed_matrix(ViewState& view, const PlacedStage& stage, const ShownPipeline& shown);

/// Brings back the matrix into which the keyboard has moved the selection.
void expand_selection(ViewState& view);

}  // namespace attention_lab
