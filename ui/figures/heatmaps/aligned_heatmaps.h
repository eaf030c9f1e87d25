// Heatmaps of one shape for comparison: each is on a page of its own, and all have the same cells in the same
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

/// The position of everything on each of the pages, relative to the top-left corner of the plan.
struct AlignedPlan {
  Rect cells;
  PanelLabels labels;
  int decimals = 2;  // of the numbers in cells
  float label_zone = 0;
  float notes_width = 0;
  float legend_width = 0;
  float pixel_note_height = 0;  // at the bottom; 0 unless cells may be smaller than pixels
  bool has_row_caption = false;
  bool has_column_caption = false;
  bool has_row_notes = false;
  bool has_column_notes = false;
  bool has_legend = false;       // beside the cells, unless
  bool is_legend_below = false;  // cells are larger that way
  float height = 0;              // of the used part of the page
};

/// The largest cells that fit pages of width × height. Numbers have as many decimals as fit well: at most
/// those of the spec, and 2 if more do not fit. Narrow pages drop the row caption first, then the notes, then
/// the legend. Precondition: at least one heatmap; all have the same shape and labels.
AlignedPlan plan_aligned(const std::vector<const ComparedHeatmap*>& heatmaps, float width, float height,
                         const FigureStyle& style, const TextMetrics& metrics);

/// Draws one of them, centred on a page of width × height.
DisplayList draw_aligned(const ComparedHeatmap& heatmap, const AlignedPlan& plan, float width, float height,
                         const FigureStyle& style, const TextMetrics& metrics);

}  // namespace attention_lab
