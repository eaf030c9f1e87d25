// The position of a matrix's cells on a page, and the hatching of cells without a number.
#pragma once

#include <optional>

#include "core/attention/model.h"
#include "core/attention/types.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/base/geometry.h"

namespace attention_lab {

struct CellIndex {
  Index row = 0;
  Index column = 0;

  bool operator==(const CellIndex&) const = default;
};

struct CellGrid {
  Rect cells;  ///< the bounding rectangle of all cells
  Index rows = 0;
  Index columns = 0;
  float pixel = 1;  ///< edges are multiples of it, so that neighbours share them

  float cell_width() const { return cells.width / static_cast<float>(columns); }
  float cell_height() const { return cells.height / static_cast<float>(rows); }
  std::optional<CellIndex> cell_at(Point point) const;
  Rect rect_of(CellIndex cell) const;
};

enum class Hatching {
  masked,      ///< lines in one direction
  not_finite,  ///< lines in both directions
};

/// Fills the rectangle with faint lines, which continue in neighbouring rectangles.
void hatch(DisplayList& list, const Rect& rect, Hatching hatching, const FigureStyle& style);

/// Hatches all masked cells as one area. The columns of the grid are the tokens.
void hatch_hidden_cells(DisplayList& list, const CellGrid& grid, const Mask& mask, const FigureStyle& style);

}  // namespace attention_lab
