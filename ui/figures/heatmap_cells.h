// The cells of a heatmap: their colours, their numbers, and what is pointed out.
#pragma once

#include "ui/figures/heatmap.h"

namespace attention_lab {

/// The largest cells, in good proportions, of a matrix that has width × height for them: squares, or wider
/// where they hold numbers; longer one way where that makes room for labels.
Point best_cell(const HeatmapSpec& spec, float width, float height, bool has_numbers,
                const FigureStyle& style);

/// Whether the cells are too small, or too many, to be drawn one by one.
bool is_one_image(const CellGrid& grid, const FigureStyle& style);

/// The largest font size at which all numbers fit cells of this size; 0 where they do not at 0.55 of the
/// style's, or where the spec shows none.
float number_size(const HeatmapSpec& spec, float cell_width, float cell_height, const FigureStyle& style,
                  const TextMetrics& metrics);

/// Draws the cells, as one image where is_one_image. `number` is the font size of the numbers, 0 for none.
void draw_cells(DisplayList& list, const HeatmapSpec& spec, const CellGrid& grid, float number,
                const FigureStyle& style, const TextMetrics& metrics);

/// Frames a row, a column or a cell.
void draw_emphasis(DisplayList& list, const Emphasis& emphasis, const CellGrid& grid,
                   const FigureStyle& style);

}  // namespace attention_lab
