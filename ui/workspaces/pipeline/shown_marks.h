// What the window marks in the picture of the pipeline.
#pragma once

#include <vector>

#include "core/document/session.h"
#include "ui/figures/pipeline/pipeline_marks.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// `heads`: those shown, to which a number that all heads share is linked. Valid in the current frame.
/// Precondition: view.influence is up to date.
PipelineMarks shown_marks(const Session& session, ViewState& view, const std::vector<Index>& heads);

}  // namespace attention_lab
