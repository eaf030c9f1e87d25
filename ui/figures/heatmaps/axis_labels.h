// Labels along the rows and the columns of a grid of cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/base/cell_grid.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab {

/// Which labels of one side are drawn, and how: every `step`-th label, starting at `first`.
struct LabelPlan {
  Index first = 0;
  Index step = 1;
  bool is_turned = false;     // column labels only
  float size = 0;             // of the text
  float room = 0;             // the length available to each label; longer ones are shortened
  float depth = 0;            // extent beside the cells; 0: there are no labels
  std::vector<Index> kept{};  // drawn even where others have to be left out
};

/// The smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`.
Index round_step(double least);

/// Plans the labels for cells of this size with a depth of at most `most`. Labels that are too close or too
/// long become smaller, down to 0.7 font sizes; a dozen or fewer, down to 0.5. Only then are those that are
/// too close thinned out by a round step, and those that are too long shortened. The labels of `kept` stay.
LabelPlan plan_row_labels(const std::vector<std::string>& labels, float cell_height, float most,
                          const FigureStyle& style, const TextMetrics& metrics, std::vector<Index> kept = {});
/// The same for columns; labels that do not fit beside each other are turned first.
LabelPlan plan_column_labels(const std::vector<std::string>& labels, float cell_width, float most,
                             const FigureStyle& style, const TextMetrics& metrics,
                             std::vector<Index> kept = {});

/// Draws the labels left of the cells. The label of `strong` is always drawn; those that touch it or
/// one that is kept are not.
void draw_row_labels(DisplayList& list, const CellGrid& grid, const std::vector<std::string>& labels,
                     const LabelPlan& plan, std::optional<Index> strong, const FigureStyle& style,
                     const TextMetrics& metrics);
/// Draws the labels above the cells, in the same way.
void draw_column_labels(DisplayList& list, const CellGrid& grid, const std::vector<std::string>& labels,
                        const LabelPlan& plan, std::optional<Index> strong, const FigureStyle& style,
                        const TextMetrics& metrics);

}  // namespace attention_lab
