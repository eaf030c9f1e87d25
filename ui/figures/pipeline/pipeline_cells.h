// The cells of one matrix of the pipeline figure, and the arrows between matrices.
#pragma once

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/pipeline/pipeline_colours.h"
#include "ui/figures/pipeline/pipeline_figure.h"
#include "ui/figures/pipeline/pipeline_layout.h"

namespace attention_lab {

/// Whether the chosen token's row of the matrix depends on its query: true for all matrices of tokens except
/// K and V, all of whose rows take part.
bool follows_query(MatrixName name);

/// Draws colours, numbers, marks, the frame around the chosen token's row, and dots where the matrix
/// continues.
void draw_stage_cells(const PipelineFigureSpec& spec, const PlacedStage& stage, const StageLayout& layout,
                      const StageColours& colours, const FigureStyle& style, const TextMetrics& metrics,
                      DisplayList& list);

/// Draws the arrow, and its operation if the page has room for texts.
void draw_stage_link(const PlacedLink& link, const StageLayout& layout, const FigureStyle& style,
                     bool is_dimmed, DisplayList& list);

/// A colour of titles, labels or arrows that is dimmed while a step is about other numbers: `light` from 0
/// to 1.
Colour with_light(Colour colour, float light, const FigureStyle& style);

}  // namespace attention_lab
