// What stands around the data of a chart: title, legend, axes, ticks and their labels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/base/labels.h"
#include "ui/figures/charts/chart.h"

namespace attention_lab {

struct LegendEntry {
  enum class Sample { block, line, dashes, dots };
  std::string name;  // mark-up
  Colour colour;
  Sample sample = Sample::block;
  bool has_marker = false;
};

/// The entries laid out from (0, 0): in rows, centred, or one below the other.
struct ChartLegend {
  struct Place {
    LegendEntry entry;  // its name as it fits
    Point at;           // left end of the sample, middle of the line
  };
  std::vector<Place> places;
  float width = 0;
  float height = 0;
};

/// In rows of `width`, as many as it takes.
ChartLegend legend_in_rows(const std::vector<LegendEntry>& entries, float width, const ChartSizes& sizes,
                           const TextMetrics& metrics);
/// In one column of `width` at most; where the height ends, the last line says how many are missing.
ChartLegend legend_in_column(const std::vector<LegendEntry>& entries, float width, float height,
                             const ChartSizes& sizes, const TextMetrics& metrics);

void draw_legend(const ChartLegend& legend, Point origin, const FigureStyle& style, DisplayList& list,
                 TextBoard& texts);

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
  /// Of the line that bars stand on: 0 where the axis has it, else its end nearest to 0.
  double y_of_zero() const;
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

/// What the builders of charts derive from: one frame, and the data in it.
class ChartBuilder {
 protected:
  ChartBuilder(float width, float height, const FigureStyle& style, const TextMetrics& metrics)
      : style_(style), metrics_(metrics), texts_(list_, metrics) {
    list_.width = width;
    list_.height = height;
  }

  void set_frame(ChartFrameSpec spec) {
    frame_.emplace(std::move(spec), list_.width, list_.height, style_, metrics_);
  }
  /// The series' own colour, or the one of its place among them.
  template <class Series>
  Colour colour_of(const std::vector<Series>& series, std::size_t index) const {
    return series[index].colour.value_or(series_colour(style_, index));
  }

  const FigureStyle& style_;
  const TextMetrics& metrics_;
  DisplayList list_;
  TextBoard texts_;
  std::optional<ChartFrame> frame_;
};

}  // namespace attention_lab
