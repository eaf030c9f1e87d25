#include "ui/figures/heatmaps/cell_grid.h"

#include <algorithm>
#include <cmath>

namespace attention_lab {

std::optional<CellIndex> CellGrid::cell_at(Point point) const {
  if (rows == 0 || columns == 0 || !cells.contains(point)) return std::nullopt;
  const float row = (point.y - cells.y) / cells.height * static_cast<float>(rows);
  const float column = (point.x - cells.x) / cells.width * static_cast<float>(columns);
  return CellIndex{std::min(static_cast<Index>(row), rows - 1),
                   std::min(static_cast<Index>(column), columns - 1)};
}

Rect CellGrid::rect_of(CellIndex cell) const {
  const auto edge = [this](float start, float extent, Index i, Index n) {
    return std::round((start + extent * static_cast<float>(i) / static_cast<float>(n)) / pixel) * pixel;
  };
  const float left = edge(cells.x, cells.width, cell.column, columns);
  const float right = edge(cells.x, cells.width, cell.column + 1, columns);
  const float top = edge(cells.y, cells.height, cell.row, rows);
  const float bottom = edge(cells.y, cells.height, cell.row + 1, rows);
  return {left, top, right - left, bottom - top};
}

}  // namespace attention_lab
