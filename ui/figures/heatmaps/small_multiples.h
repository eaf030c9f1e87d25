// Several heatmaps beside each other, on one scale: the heads of a document, or two states and what differs.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/heatmaps/heatmap.h"

namespace attention_lab {

struct SmallMultiplesSpec {
  /// Each with its own title (“head 3”); panels of one `map`, `low` and `high` share one legend.
  std::vector<HeatmapSpec> panels;
  std::string title;  // of all, mark-up; may be empty
};

/// One grid of equal panels, as many columns as make the cells largest. Labels stand at the outer panels only
/// where all panels have the same ones; captions of the axes are those of the first panel; row notes are not
/// shown. Different legends stand above each other at the right, named after their panels where their own
/// names do not tell them apart.
DisplayList small_multiples(const SmallMultiplesSpec& spec, float width, float height,
                            const FigureStyle& style, const TextMetrics& metrics);

}  // namespace attention_lab
