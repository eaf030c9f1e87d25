// A matrix as coloured cells with labels, values and a legend.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/model.h"
#include "core/attention/types.h"
#include "ui/figures/base/cell_grid.h"
#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/base/plot.h"

namespace attention_lab {

/// Highlighted rows and columns; both together are a cell.
struct Emphasis {
  std::optional<Index> row;
  std::optional<Index> column;

  bool operator==(const Emphasis&) const = default;
};

/// Of the page: the most that labels usually take.
inline constexpr float label_share = 0.25f;

struct HeatmapSpec {
  explicit HeatmapSpec(const MatrixView& matrix) : values(matrix) {}

  MatrixView values;
  std::vector<std::string> row_labels;     // one per row, plain text
  std::vector<std::string> column_labels;  // one per column, plain text
  std::vector<std::string> row_notes;      // right of each row ("Σ 1"), or empty
  std::string title;                       // mark-up; may be empty
  std::string row_axis;                    // what rows are, mark-up; may be empty
  std::string row_noun = "token";          // the same for tables of numbers, if there is no row_axis
  std::string column_axis;
  std::string legend;      // what the colours mean, mark-up
  bool has_bar = true;     // that explains the colours
  Mask mask = Mask::none;  // cells that it hides are hatched, not coloured
  ColourMap map = ColourMap::viridis;
  double low = 0;   // the number at the first colour of the map
  double high = 1;  // and at the last; low < high
  int decimals = 4;
  bool shows_values = true;  // if they fit
  /// The largest share of the page's width that row labels may take.
  float row_label_share = label_share;
  Emphasis emphasis;                // framed, with labels in medium weight
  std::vector<Index> kept_columns;  // their labels are drawn, whatever others have to be left out
};

/// The `rows` × `columns` pixels of a heatmap whose cells are too small to be drawn individually, at most one
/// per cell. A pixel for several cells shows the number farthest from 0, with its sign; for weights, the
/// largest. A mean would hide the largest numbers, which matter most in attention. Masked cells are
/// transparent and do not count; numbers that are not finite give stripes, whatever is next to them.
std::shared_ptr<const Pixels> heatmap_pixels(const HeatmapSpec& spec, const FigureStyle& style, Index rows,
                                             Index columns);

/// The picture, and the position of its cells.
struct Heatmap : CellGrid {
  DisplayList list;
};

/// Fits the heatmap into width × height. Column labels that do not fit are turned; then labels are thinned
/// out evenly, then shortened. Values are omitted if they would be smaller than 0.55 font sizes. Cells below
/// 0.3 font sizes, or more than 20,000 cells, become one image; if cells are smaller than pixels, a line at
/// the bottom of the page says so (if there is room), and so does list.notes. Numbers that are not finite are
/// hatched in both directions. If the page is too small, the row caption is dropped first, then the legend,
/// the notes, the labels.
Heatmap heatmap(const HeatmapSpec& spec, float width, float height, const FigureStyle& style,
                const TextMetrics& metrics);

/// The matrix as a table for “Copy as”.
NumberTable number_table(const HeatmapSpec& spec);

}  // namespace attention_lab
