// Several heatmaps side by side on one scale: the heads of a document, or two states and their difference.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/heatmaps/heatmap.h"

namespace attention_lab {

struct SmallMultiplesSpec {
  /// Each has its own title (“head 3”); panels with the same `map`, `low` and `high` share one legend.
  std::vector<HeatmapSpec> panels;
  std::string title;  // of the whole figure, mark-up; may be empty
  bool is_row_if_wide =
      false;  // on a page half as wide again as high, even if cells are larger in several rows
};

/// A grid of equal panels with the number of columns that gives the largest cells. If all panels have the
/// same labels, only the outer panels show them; the axis captions are those of the first panel; row notes
/// are not shown. Different legends are stacked at the right, named after their panels if their own names do
/// not distinguish them.
DisplayList small_multiples(const SmallMultiplesSpec& spec, float width, float height,
                            const FigureStyle& style, const TextMetrics& metrics);

}  // namespace attention_lab
