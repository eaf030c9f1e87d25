// The legends of several heatmaps on one page, above each other: one for each scale.
#pragma once

#include <vector>

#include "ui/figures/heatmaps/colour_legend.h"
#include "ui/figures/heatmaps/heatmap.h"

namespace attention_lab {

/// From one place down a page to another.
struct VerticalSpan {
  float top = 0;
  float bottom = 0;
};

/// Refers to the style and the metrics it was made with.
class LegendStack {
 public:
  /// Panels of one map, `low` and `high` share a legend. Legends of the same name are named after the first
  /// panel each is of.
  LegendStack(const std::vector<HeatmapSpec>& panels, const FigureStyle& style, const TextMetrics& metrics);

  float width() const { return width_; }
  /// What it takes of a page's height at least.
  float least_height() const;

  /// Draws them from `x` on, as high as the `beside` that they explain where that is enough for them, and
  /// anyway within `room`.
  void draw(DisplayList& list, float x, VerticalSpan beside, VerticalSpan room) const;

 private:
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  std::vector<ColourLegend> legends_;
  float width_ = 0;
  float head_ = 0;  // of the highest title
};

}  // namespace attention_lab
