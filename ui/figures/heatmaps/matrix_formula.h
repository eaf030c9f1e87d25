// A matrix as a typeset formula, in brackets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/model.h"
#include "core/attention/types.h"
#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab {

/// What of a long row is shown: entries that stand for indices, and one that stands for all left out.
struct Elision {
  std::vector<Index> indices;  // in rising order
  std::optional<Index> gap;    // the entry with the dots

  Index entries() const { return static_cast<Index>(indices.size()) + (gap ? 1 : 0); }
  bool is_gap(Index entry) const { return gap == entry; }
  /// Of an entry that is no gap.
  Index index_of(Index entry) const {
    return indices[static_cast<std::size_t>(gap && entry > *gap ? entry - 1 : entry)];
  }
  /// One label an entry, empty at the gap; none where there are none.
  std::vector<std::string> labels(const std::vector<std::string>& all) const;
};

/// All of `count` where `most` entries hold them; else the first and the last ones.
Elision elided(Index count, Index most);

struct MatrixFormulaSpec {
  explicit MatrixFormulaSpec(const MatrixView& matrix) : values(matrix) {}

  MatrixView values;
  std::string name;                     // mark-up, left of the brackets: "W_q"; " = " is added; may be empty
  std::string formula;                  // mark-up, under the brackets or empty: "= softmax of each row"
  std::string title;                    // mark-up; may be empty
  std::vector<std::string> row_labels;  // plain text, left; empty: none
  std::vector<std::string> column_labels;  // plain text, above; empty: none
  Mask mask = Mask::none;                  // hidden cells show as "·" where they are not −∞
  std::optional<ColourMap> map;            // colours behind the numbers, from `low` to `high`
  double low = 0;
  double high = 1;
  int decimals = 4;
};

/// Numbers right-aligned in columns between tall square brackets, shape "(6 × 2)" small beside them. A matrix
/// too large to be read at 0.55 font sizes shows its first and last rows and columns with ⋯, ⋮ and ⋱ between.
DisplayList matrix_formula(const MatrixFormulaSpec& spec, float width, float height, const FigureStyle& style,
                           const TextMetrics& metrics);

}  // namespace attention_lab
