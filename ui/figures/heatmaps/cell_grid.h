// Where the cells of a matrix stand on a page.
#pragma once

#include <optional>

#include "core/attention/types.h"
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

}  // namespace attention_lab
