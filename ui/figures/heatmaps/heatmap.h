// A matrix as coloured cells with labels, values and a legend.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/model.h"
#include "core/attention/types.h"
#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/heatmaps/cell_grid.h"

namespace attention_lab {

/// Rows and columns a figure points out: both together are a cell.
struct Emphasis {
  std::optional<Index> row;
  std::optional<Index> column;

  bool operator==(const Emphasis&) const = default;
};

struct HeatmapSpec {
  explicit HeatmapSpec(const MatrixView& matrix) : values(matrix) {}

  MatrixView values;
  std::vector<std::string> row_labels;     // one a row, plain text
  std::vector<std::string> column_labels;  // one a column, plain text
  std::vector<std::string> row_notes;      // right of each row ("Σ 1"), or empty
  std::string title;                       // mark-up; may be empty
  std::string row_axis;                    // what rows are, mark-up; may be empty
  std::string column_axis;
  std::string legend;      // what the colour means, mark-up
  Mask mask = Mask::none;  // cells it hides are hatched, not coloured
  ColourMap map = ColourMap::viridis;
  double low = 0;   // the number of the map's first colour
  double high = 1;  // and of its last; low < high
  int decimals = 4;
  bool shows_values = true;  // where they fit
  Emphasis emphasis;         // framed, its labels strong
};

/// What a heatmap shows whose cells are too small to draw one by one: `rows` × `columns` pixels, at most one
/// for each cell. A pixel that stands for several cells shows the number of them that is furthest from 0,
/// with its sign: of weights that is the largest. A mean would hide the largest numbers, which attention is
/// about. Hidden cells are transparent and do not count; numbers that are not finite make stripes, whatever
/// stands beside them.
std::shared_ptr<const Pixels> heatmap_pixels(const HeatmapSpec& spec, const FigureStyle& style, Index rows,
                                             Index columns);

/// The picture, and where its cells stand.
struct Heatmap : CellGrid {
  DisplayList list;
};

/// Fits the heatmap into width × height. Column labels that do not fit are turned, labels then thinned out
/// evenly, then shortened; values go where they would be smaller than 0.55 font sizes; cells under 0.3 font
/// sizes, or more than 20,000 of them, become one image; where they are smaller than pixels, a line at the
/// foot of the page says so (where there is room for one), and list.notes. Numbers that are not finite are
/// hatched both ways. On a page too small for everything the row caption goes first, then the legend, the
/// notes, the labels.
Heatmap heatmap(const HeatmapSpec& spec, float width, float height, const FigureStyle& style,
                const TextMetrics& metrics);

}  // namespace attention_lab
