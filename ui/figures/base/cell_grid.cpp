#include "ui/figures/base/cell_grid.h"

#include <algorithm>
#include <cmath>

namespace attention_lab {
namespace {

constexpr float pitch_share = 0.55f;  // distance between two lines, relative to the font size
constexpr float line_share = 0.06f;
constexpr Index most_rows_filled = 200;  // if more rows than this fit, only their lines are drawn

float pitch_of(const FigureStyle& style) {
  return std::max(style.font_size * pitch_share, 3 * style.pixel);
}

Line line_of(Point from, Point to, const FigureStyle& style, Hatching hatching) {
  const Colour colour = hatching == Hatching::masked ? style.line : mix(style.line, style.quiet_text, 0.35f);
  return {from, to, colour, std::max(style.font_size * line_share, style.pixel)};
}

/// Translucent, so that a transparent page stays so.
Colour ground_of(const FigureStyle& style) {
  return faded(style.line, 0.35f);
}

/// The first column that the causal mask hides in a row.
Index first_hidden(const CellGrid& grid, Index row) {
  return std::min(visible_span(Mask::causal, row, grid.columns).end(), grid.columns);
}

/// The lower end of the diagonal x + y = sum within the hidden cells, which are above and to the right of the
/// staircase of visible cells. Returns its y, or the top of the cells if the diagonal does not meet them.
float lower_end(const CellGrid& grid, float sum) {
  Index low = 0;  // bisection for the last row that the diagonal reaches, since it moves left going down
  Index high = grid.rows;
  const auto reaches = [&](Index row) {
    const Index column = first_hidden(grid, row);
    if (column == grid.columns) return false;
    const Rect first = grid.rect_of({row, column});
    return sum - first.x > first.y;
  };
  if (!reaches(0)) return grid.cells.y;
  while (high - low > 1) {
    const Index middle = (low + high) / 2;
    (reaches(middle) ? low : high) = middle;
  }
  const Rect first = grid.rect_of({low, first_hidden(grid, low)});
  return std::min(first.bottom(), sum - first.x);
}

/// The diagonal x + y = sum, wherever it crosses hidden cells: as few lines as possible.
void hatch_along(DisplayList& list, const CellGrid& grid, const VisibleCells& visible, float sum,
                 const FigureStyle& style) {
  float top = 0;
  float bottom = 0;  // of the line so far, which is empty if they are equal
  const auto end_line = [&] {
    if (bottom - top >= style.pixel)
      list.add(line_of({sum - bottom, bottom}, {sum - top, top}, style, Hatching::masked));
    top = bottom;
  };
  for (Index row = 0; row < grid.rows; ++row) {
    // The diagonal moves left going down, so it enters a row at the right.
    const Rect first = grid.rect_of({row, 0});
    const auto last = grid.cell_at({sum - first.y, first.centre().y});
    const Index from = last ? last->column : sum - first.y < first.x ? -1 : grid.columns - 1;
    // Edges lie on whole pixels, so the cell at the top may be the next one.
    for (Index column = std::min(from + 1, grid.columns - 1); column >= 0; --column) {
      const Rect cell = grid.rect_of({row, column});
      const float start = std::max(cell.y, sum - cell.right());
      const float end = std::min(cell.bottom(), sum - cell.x);
      if (start >= cell.bottom()) break;
      if (end <= start) continue;
      if (visible(row, column) != 0) {
        end_line();
        continue;
      }
      if (start > bottom) {
        end_line();
        top = start;
      }
      bottom = end;
    }
  }
  end_line();
}

/// Hatches the cells that the causal mask hides.
void hatch_causal_cells(DisplayList& list, const CellGrid& grid, const FigureStyle& style) {
  const float right = grid.rect_of({0, grid.columns - 1}).right();
  for (Index row = 0; row < grid.rows && grid.rows <= most_rows_filled; ++row) {
    const Index column = first_hidden(grid, row);
    if (column == grid.columns) break;
    const Rect first = grid.rect_of({row, column});
    list.add(FillRect{{first.x, first.y, right - first.x, first.height}, ground_of(style), 0});
  }
  const float pitch = pitch_of(style);
  const Rect& cells = grid.cells;
  for (float sum = (std::floor((cells.x + cells.y) / pitch) + 1) * pitch; sum < right + cells.bottom();
       sum += pitch) {
    const float bottom = lower_end(grid, sum);
    const float top = std::max(cells.y, sum - right);
    if (bottom - top < style.pixel) continue;
    list.add(line_of({sum - bottom, bottom}, {sum - top, top}, style, Hatching::masked));
  }
}

/// Hatches the cells that any mask hides.
void hatch_any_cells(DisplayList& list, const CellGrid& grid, const Mask& mask, const FigureStyle& style) {
  const VisibleCells visible = visible_cells(mask, grid.columns);
  for (Index row = 0; row < grid.rows && grid.rows <= most_rows_filled; ++row) {
    for (Index column = 0; column < grid.columns; ++column) {
      if (visible(row, column) != 0) continue;
      const Rect first = grid.rect_of({row, column});
      while (column + 1 < grid.columns && visible(row, column + 1) == 0) ++column;
      const float right = grid.rect_of({row, column}).right();
      list.add(FillRect{{first.x, first.y, right - first.x, first.height}, ground_of(style), 0});
    }
  }
  const float pitch = pitch_of(style);
  const Rect& cells = grid.cells;
  for (float sum = (std::floor((cells.x + cells.y) / pitch) + 1) * pitch;
       sum < cells.right() + cells.bottom(); sum += pitch)
    hatch_along(list, grid, visible, sum, style);
}

}  // namespace

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

void hatch(DisplayList& list, const Rect& rect, Hatching hatching, const FigureStyle& style) {
  list.add(FillRect{rect, ground_of(style), 0});
  const float pitch = pitch_of(style);
  // Diagonals x + y = sum with sums that are multiples of the pitch, so that they continue in neighbours.
  const auto first_after = [&](float at) { return (std::floor(at / pitch) + 1) * pitch; };
  for (float sum = first_after(rect.x + rect.y); sum < rect.right() + rect.bottom(); sum += pitch) {
    const float right = std::min(sum - rect.y, rect.right());
    const float left = std::max(sum - rect.bottom(), rect.x);
    list.add(line_of({left, sum - left}, {right, sum - right}, style, hatching));
  }
  if (hatching == Hatching::masked) return;
  for (float sum = first_after(rect.x - rect.bottom()); sum < rect.right() - rect.y; sum += pitch) {
    const float right = std::min(sum + rect.bottom(), rect.right());
    const float left = std::max(sum + rect.y, rect.x);
    list.add(line_of({left, left - sum}, {right, right - sum}, style, hatching));
  }
}

void hatch_hidden_cells(DisplayList& list, const CellGrid& grid, const Mask& mask, const FigureStyle& style) {
  if (mask == Mask::none || grid.rows == 0 || grid.columns == 0) return;
  // Without a clip, the slanted ends of lines would stick out of the cells.
  const Rect first = grid.rect_of({0, 0});
  const Rect last = grid.rect_of({grid.rows - 1, grid.columns - 1});
  list.add(PushClip{{first.x, first.y, last.right() - first.x, last.bottom() - first.y}});
  if (mask == Mask::causal) {
    hatch_causal_cells(list, grid, style);
  } else {
    hatch_any_cells(list, grid, mask, style);
  }
  list.add(PopClip{});
}

}  // namespace attention_lab
