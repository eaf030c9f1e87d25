// Hatching: what stands where there is no number to show.
#pragma once

#include "core/attention/model.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/heatmaps/cell_grid.h"

namespace attention_lab {

enum class Hatching {
  masked,      ///< lines one way
  not_finite,  ///< lines both ways
};

/// Fills the rectangle with quiet lines. The lines of neighbours meet.
void hatch(DisplayList& list, const Rect& rect, Hatching hatching, const FigureStyle& style);

/// Hatches all cells that the mask hides, as one area.
void hatch_hidden_cells(DisplayList& list, const CellGrid& grid, Mask mask, const FigureStyle& style);

}  // namespace attention_lab
