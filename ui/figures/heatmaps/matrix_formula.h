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

/// The visible part of a long row: entries for indices, and one entry for the indices that are omitted.
struct Elision {
  std::vector<Index> indices;  // in ascending order
  std::optional<Index> gap;    // the entry with the dots

  Index entries() const { return static_cast<Index>(indices.size()) + (gap ? 1 : 0); }
  bool is_gap(Index entry) const { return gap == entry; }
  /// The index of an entry other than the gap.
  Index index_of(Index entry) const {
    return indices[static_cast<std::size_t>(gap && entry > *gap ? entry - 1 : entry)];
  }
  /// One label per entry, empty at the gap; empty if `all` is empty.
  std::vector<std::string> labels(const std::vector<std::string>& all) const;
};

/// All `count` indices if they fit into `most` entries; otherwise the first and the last ones.
Elision elided(Index count, Index most);

struct MatrixFormulaSpec {
  explicit MatrixFormulaSpec(const MatrixView& matrix) : values(matrix) {}

  MatrixView values;
  std::string name;                     // mark-up, left of the brackets: "W_q"; " = " is added; may be empty
  std::string formula;                  // mark-up, below the brackets: "= softmax of each row"; may be empty
  bool has_bar = true;                  // that explains the colours, if there are some
  std::string title;                    // mark-up; may be empty
  std::vector<std::string> row_labels;  // plain text, left; empty: none
  std::vector<std::string> column_labels;  // plain text, above; empty: none
  Mask mask = Mask::none;                  // masked cells other than −∞ are shown as "·"
  std::optional<ColourMap> map;            // background colours of the numbers, from `low` to `high`
  double low = 0;
  double high = 1;
  int decimals = 4;
};

/// Numbers right-aligned in columns between tall square brackets, with a small "(6 × 2)" beside them. If a
/// matrix is not legible at 0.55 font sizes, only its first and last rows and columns are shown, with ⋯, ⋮
/// and ⋱.
DisplayList matrix_formula(const MatrixFormulaSpec& spec, float width, float height, const FigureStyle& style,
                           const TextMetrics& metrics);

}  // namespace attention_lab
