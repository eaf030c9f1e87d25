// The cells of one matrix of the pipeline figure, and the arrows between matrices.
#pragma once

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/pipeline/pipeline_figure.h"
#include "ui/figures/pipeline/pipeline_figure_colours.h"
#include "ui/figures/pipeline/pipeline_figure_layout.h"

namespace attention_lab {

/// Whether the chosen token's row of the matrix depends on its query: true for all matrices of tokens except
/// K and V, all of whose rows take part.
bool follows_query(MatrixName name);

/// Draws colours, numbers, the frame around the chosen token's row, and dots where the matrix continues.
void draw_stage_cells(const PipelineFigureSpec& spec, const PlacedStage& stage, const StageText& text,
                      const StageColours& colours, const FigureStyle& style, Colour hue, DisplayList& list);

/// Draws the arrow, and its operation if the page has room for texts.
void draw_stage_link(const PlacedLink& link, const StageLayout& layout, const FigureStyle& style,
                     DisplayList& list);

}  // namespace attention_lab
