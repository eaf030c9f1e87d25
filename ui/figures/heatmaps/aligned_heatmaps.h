// Heatmaps of one shape that are compared: each on a page of its own, all with the same cells at the same
// place.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/heatmaps/panel_page.h"

namespace attention_lab {

/// A heatmap that owns its numbers.
struct ComparedHeatmap {
  explicit ComparedHeatmap(Matrix given) : numbers(std::move(given)), spec(view_of(numbers)) {}
  ComparedHeatmap(const ComparedHeatmap&) = delete;
  ComparedHeatmap& operator=(const ComparedHeatmap&) = delete;

  Matrix numbers;
  HeatmapSpec spec;                       // of `numbers`
  std::vector<std::string> column_notes;  // below each column, or empty
};

/// Where everything stands on each of their pages, from its upper left corner.
struct AlignedPlan {
  Rect cells;
  PanelLabels labels;
  int decimals = 2;  // of the numbers in cells
  float label_zone = 0;
  float notes_width = 0;
  float legend_width = 0;
  float pixel_note_height = 0;  // at the foot, where cells may be smaller than pixels
  bool has_row_caption = false;
  bool has_column_caption = false;
  bool has_row_notes = false;
  bool has_column_notes = false;
  bool has_legend = false;
  float height = 0;  // of the page, all that is used
};

/// The largest cells that fit pages of width × height. Numbers have as many decimals as fit well, those of
/// the spec at most, and 2 where more do not. On narrow pages the row caption goes first, then the notes,
/// then the legend. Precondition: all have the same shape and labels, and there is one at least.
AlignedPlan plan_aligned(const std::vector<const ComparedHeatmap*>& heatmaps, float width, float height,
                         const FigureStyle& style, const TextMetrics& metrics);

/// One of them, in the middle of a page of width × height.
DisplayList draw_aligned(const ComparedHeatmap& heatmap, const AlignedPlan& plan, float width, float height,
                         const FigureStyle& style, const TextMetrics& metrics);

}  // namespace attention_lab
