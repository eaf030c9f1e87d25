// The picture of the pipeline as it is in the window.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "ui/figures/pipeline/pipeline_layout.h"

namespace attention_lab {

inline constexpr float smallest_zoom = 0.5f;
inline constexpr float largest_zoom = 4.0f;

/// A layout, of a panel or of the strip, on a page at a place in the window. At zoom 1, the page fills the
/// workspace.
struct ShownPipeline {
  const StageLayout& stages;
  Point origin;  ///< of the page
  float zoom = 1;
  bool is_editable = true;  ///< A and B − A can only be looked at
  /// Whether a number of a matrix that all heads share is edited here, rather than in the panel of another
  /// head.
  bool has_shared_edits = true;
  Index head = 0;
  std::string prefix{};  ///< of the names of items, for panels but the first

  bool edits(const MatrixRef& matrix) const {
    return is_editable && (has_shared_edits || is_per_head(matrix.name));
  }

  Rect in_window(const Rect& rect) const {
    return {origin.x + rect.x * zoom, origin.y + rect.y * zoom, rect.width * zoom, rect.height * zoom};
  }
  Point on_page(Point point) const { return {(point.x - origin.x) / zoom, (point.y - origin.y) / zoom}; }

  /// Of a visible cell.
  Rect cell_in_window(const PlacedStage& stage, Index row, Index column) const {
    return in_window(stage.grid.rect_of({row - stage.first_row, column - stage.first_column}));
  }
  /// The matrix with its title and labels.
  Rect outline_in_window(const PlacedStage& stage) const {
    const Rect& cells = stage.grid.cells;
    const float left = cells.x - stage.label_width;
    const float top = stage.title.y - stages.text.name;
    return in_window({left, top, cells.right() + stage.sum_width - left, cells.bottom() - top});
  }
  /// The name of the matrix, with its shape.
  Rect title_in_window(const PlacedStage& stage) const {
    const float height = stages.text.name * 1.3f;
    return in_window(
        {stage.title.x, stage.title.y - height / 2, std::max(stage.grid.cells.width, height * 3), height});
  }
  std::optional<CellRef> cell_at(const PlacedStage& stage, Point point) const {
    const std::optional<CellIndex> cell = stage.grid.cell_at(on_page(point));
    if (!cell) return std::nullopt;
    return CellRef{stage.block.ref, stage.first_row + cell->row, stage.first_column + cell->column};
  }
};

}  // namespace attention_lab
