// Labels along the rows and the columns of a grid of cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/heatmaps/cell_grid.h"

namespace attention_lab {

/// How the labels of one side stand: every `step`-th of them from `first` on.
struct LabelPlan {
  Index first = 0;
  Index step = 1;
  bool is_turned = false;  // of columns only
  float room = 0;          // along each label; longer ones are shortened
  float depth = 0;         // what they take of the page beside the cells; 0: there are none
};

/// The smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`.
Index round_step(double least);

/// Plans labels for cells of a size; `most` is the depth they may take. Where they stand too close they are
/// thinned out to round steps; where they are longer than their room they will be shortened.
LabelPlan plan_row_labels(const std::vector<std::string>& labels, float cell_height, float most,
                          const FigureStyle& style, const TextMetrics& metrics);
/// The same for columns, whose labels are turned first where they do not fit beside each other.
LabelPlan plan_column_labels(const std::vector<std::string>& labels, float cell_width, float most,
                             const FigureStyle& style, const TextMetrics& metrics);

/// Left of the cells. The label of `strong` always stands; those it would touch give way.
void draw_row_labels(DisplayList& list, const CellGrid& grid, const std::vector<std::string>& labels,
                     const LabelPlan& plan, std::optional<Index> strong, const FigureStyle& style,
                     const TextMetrics& metrics);
/// Above the cells.
void draw_column_labels(DisplayList& list, const CellGrid& grid, const std::vector<std::string>& labels,
                        const LabelPlan& plan, std::optional<Index> strong, const FigureStyle& style,
                        const TextMetrics& metrics);

}  // namespace attention_lab
