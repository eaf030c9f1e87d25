// The frames around what is marked in one matrix of the pipeline.
#pragma once

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/pipeline/pipeline_layout.h"
#include "ui/figures/pipeline/pipeline_marks.h"

namespace attention_lab {

/// Frames a row, a column or a cell in the colour of its matrix. Nothing is drawn in any other matrix.
void frame_place(const Place& place, const PlacedStage& stage, const FigureStyle& style, DisplayList& list);

/// Frames everything that is followed, pointed at, computed or pinned, in this order.
void draw_mark_frames(const PipelineMarks& marks, const PlacedStage& stage, const FigureStyle& style,
                      DisplayList& list);

}  // namespace attention_lab
