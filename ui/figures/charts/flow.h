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
  double magnitude = 1;        // the absolute value of the widest, most opaque curve; positive
  std::optional<Index> query;  // if set, only its curves are shown
  int decimals = 2;            // of the numbers beside the keys, which are shown with one query
};

/// Draws each number as a curve from its query to its key, with a width and opacity proportional to its size,
/// in the style's query hue if positive and its negative hue if negative; nothing for masked cells and zeros.
/// With one query, the others are faint, and the numbers are written beside the keys. Columns that do not fit
/// are thinned out evenly. Of more than 4,096 curves, the largest are drawn.
DisplayList flow(const FlowSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics);

}  // namespace attention_lab
