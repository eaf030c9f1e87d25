// Where the cells of a matrix stand on a page, and the hatching of those that have no number to show.
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
  Rect cells;  ///< all of them together
  Index rows = 0;
  Index columns = 0;
  float pixel = 1;  ///< edges stand on multiples of it, so that neighbours share theirs

  float cell_width() const { return cells.width / static_cast<float>(columns); }
  float cell_height() const { return cells.height / static_cast<float>(rows); }
  std::optional<CellIndex> cell_at(Point point) const;
  Rect rect_of(CellIndex cell) const;
};

enum class Hatching {
  masked,      ///< lines one way
  not_finite,  ///< lines both ways
};

/// Fills the rectangle with quiet lines. The lines of neighbours meet.
void hatch(DisplayList& list, const Rect& rect, Hatching hatching, const FigureStyle& style);

/// Hatches all cells that the mask hides, as one area.
void hatch_hidden_cells(DisplayList& list, const CellGrid& grid, Mask mask, const FigureStyle& style);

}  // namespace attention_lab
