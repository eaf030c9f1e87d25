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

/// How large the numbers of a heatmap can be written. Keeps what it measured; refers to its arguments.
class NumberSizes {
 public:
  NumberSizes(const HeatmapSpec& spec, const FigureStyle& style, const TextMetrics& metrics)
      : spec_(spec), style_(style), metrics_(metrics) {}

  /// The largest font size at which all numbers fit cells of this size; 0 where they do not at 0.55 of the
  /// style's, or where the spec shows none.
  float fitting(Point cell);

 private:
  float width(double value) const;
  float widest() const;
  bool has_equal_digits() const;

  const HeatmapSpec& spec_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  std::optional<float> widest_;
};

/// Draws the cells, as one image where is_one_image. `number` is the font size of the numbers, 0 for none.
void draw_cells(DisplayList& list, const HeatmapSpec& spec, const CellGrid& grid, float number,
                const FigureStyle& style, const TextMetrics& metrics);

/// Frames a row, a column or a cell.
void draw_emphasis(DisplayList& list, const Emphasis& emphasis, const CellGrid& grid,
                   const FigureStyle& style);

}  // namespace attention_lab
