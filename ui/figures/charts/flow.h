// Attention as it is drawn in papers: tokens in two columns with curves between them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/model.h"
#include "core/attention/types.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab {

/// A further head in the same picture.
struct FlowHead {
  MatrixView values;  // of the size of the first
  std::string name;   // mark-up, in the legend
};

struct FlowSpec {
  explicit FlowSpec(const MatrixView& matrix) : values(matrix) {}

  MatrixView values;                 // (queries, keys), of either sign
  std::vector<std::string> queries;  // left column, plain text, one per row
  std::vector<std::string> keys;     // right column, plain text, one per column
  std::string title;                 // mark-up; may be empty
  std::string query_caption;         // above the columns, mark-up; may be empty
  std::string key_caption;
  std::string legend;  // what the width of a curve means, mark-up
  bool has_legend = true;
  Mask mask = Mask::none;
  double magnitude = 1;          // the absolute value of the widest, most opaque curve; positive
  std::optional<Index> query;    // if set, only its curves are shown
  int decimals = 2;              // of the numbers beside the keys, which are shown with one query of one head
  std::string name;              // of the first head, in the legend, if there are others
  std::vector<FlowHead> others;  // coloured by head; signs are not shown then
  double threshold = 0;          // smaller numbers, by absolute value, are not drawn
  std::optional<Index> top;      // of each query, only so many of its largest numbers are drawn
};

/// Draws each number as a curve from its query to its key, with a width and opacity proportional to its size,
/// in the style's query hue if positive and its negative hue if negative; nothing for masked cells and zeros.
/// With one query, the others are faint, and the numbers are written beside the keys. Columns that do not fit
/// are thinned out evenly. Of more than 4,096 curves, the largest are drawn. If curves are left out, a line
/// below says how many there are.
DisplayList flow(const FlowSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics);

}  // namespace attention_lab
