// Attention as papers draw it: tokens in two columns, curves between them.
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

  MatrixView values;                 // (queries, keys), of any sign
  std::vector<std::string> queries;  // left column, plain text, one a row
  std::vector<std::string> keys;     // right column, one a column
  std::string title;                 // mark-up; may be empty
  std::string query_caption;         // over the columns, mark-up; may be empty
  std::string key_caption;
  std::string legend;  // what a curve's width means, mark-up
  Mask mask = Mask::none;
  double magnitude = 1;        // the absolute number of the widest, most opaque curve; positive
  std::optional<Index> query;  // only its curves, or all
  int decimals = 2;            // of the numbers beside the keys, shown with one query
};

/// Each number is a curve from its query to its key: as wide and as opaque as its size, in the style's query
/// hue where positive and its negative hue where negative; nothing for masked cells and zeros. With one
/// query, the others are quiet, and the number stands beside each key. Columns that do not fit thin out
/// evenly. Of more than 4,096 curves, the largest are drawn.
DisplayList flow(const FlowSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics);

}  // namespace attention_lab
