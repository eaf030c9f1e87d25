// What stands around the data of a chart: title, legend, axes, ticks and their labels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/base/text_board.h"
#include "ui/figures/charts/chart.h"
#include "ui/figures/charts/chart_legend.h"
#include "ui/figures/charts/chart_sizes.h"

namespace attention_lab {

struct ChartFrameSpec {
  std::string title;  // mark-up
  ChartAxis x_axis;
  ChartAxis y_axis;
  NumberSpan x_data;
  NumberSpan y_data;
  bool is_named = false;           // `names` at x = 0, 1, 2 … instead of ticks; x_axis says what is spanned
  std::vector<std::string> names;  // plain text
  std::optional<std::size_t> strong_name;
  std::vector<LegendEntry> legend;
  float room_above = 0;         // over the plot, for what stands on the data
  float room_below = 0;         // and under it
  bool has_bottom_line = true;  // else the horizontal axis is the line of 0
  bool has_grid = true;
};

/// Lays the chart out around its data, then draws its parts. On pages too small for everything, the titles of
/// the axes, the legend, the title and the labels go, in this order.
class ChartFrame {
 public:
  ChartFrame(ChartFrameSpec spec, float width, float height, const FigureStyle& style,
             const TextMetrics& metrics);

  const Rect& plot() const { return plot_; }
  const ChartScale& x_scale() const { return x_; }
  const ChartScale& y_scale() const { return y_; }
  const ChartSizes& sizes() const { return sizes_; }
  /// NaN for numbers that have no place.
  double x_of(double value) const { return plot_.x + x_.share_of(value) * plot_.width; }
  double y_of(double value) const { return plot_.bottom() - y_.share_of(value) * plot_.height; }
  /// To the middle of the nearest pixel, so that thin lines are sharp.
  float crisp(double at) const;

  /// What lies under the data: title, legend, grid.
  void draw_ground(DisplayList& list, TextBoard& texts) const;
  /// What lies over it: axes, ticks, labels.
  void draw_axes(DisplayList& list, TextBoard& texts) const;

 private:
  /// What is given up, step by step.
  enum Detail { everything, no_axis_titles, no_legend, no_title, no_labels };

  void place(Detail detail);
  bool is_roomy() const;
  float place_above(Detail detail);
  float place_left(Detail detail);
  float place_below(Detail detail);
  void choose_x_ticks();
  void choose_names();
  void draw_names(DisplayList& list, TextBoard& texts) const;
  void draw_x_ticks(DisplayList& list, TextBoard& texts) const;
  void draw_y_ticks(DisplayList& list, TextBoard& texts) const;
  void draw_titles(TextBoard& texts) const;

  ChartFrameSpec spec_;
  float width_;
  float height_;
  const FigureStyle& style_;
  const TextMetrics& metrics_;
  ChartSizes sizes_;
  float margin_;
  Detail detail_ = everything;
  ChartScale x_;
  ChartScale y_;
  std::vector<std::string> x_labels_;
  std::vector<std::string> y_labels_;
  Rect plot_;
  float labels_height_ = 0;  // under the plot, ticks included
  float names_size_ = 0;
  std::size_t names_step_ = 1;
  bool turns_names_ = false;
  ChartLegend legend_;
  bool legend_is_column_ = false;
  float title_height_ = 0;
};

}  // namespace attention_lab
