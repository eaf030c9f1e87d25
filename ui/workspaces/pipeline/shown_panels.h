// Which heads and which states of the document the pipeline shows side by side.
#pragma once

#include <optional>
#include <vector>

#include "core/document/session.h"
#include "ui/figures/pipeline/pipeline_figure.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// All heads, if they were chosen; while a step is shown, only the head that it is about, and likewise for a
/// stage in focus that all heads share.
std::vector<Index> shown_heads(const Session& session, const ViewState& view,
                               std::optional<MatrixName> focus);

/// The comparison with A that was chosen. Steps and the effect of a number are about B alone.
Comparison shown_comparison(const ViewState& view);

/// Gives the figure its panels and the ranges of their numbers.
void take_panels(const Session& session, ViewState& view, PipelineFigureSpec& spec);

}  // namespace attention_lab
