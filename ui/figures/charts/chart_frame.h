// The surroundings of the data in a chart: title, legend, axes, ticks and labels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/base/labels.h"
#include "ui/figures/charts/chart.h"

namespace attention_lab {

struct LegendEntry {
  enum class Sample { block, line, dashes, dots, dashes_and_dots };
  enum class Marker { none, disc, square, triangle, diamond, ring, open_square, open_triangle, open_diamond };
  std::string name;  // mark-up
  Colour colour;
  Sample sample = Sample::block;
  Marker marker = Marker::none;  // on the sample of a line
};

/// Draws a marker; open ones are filled with the ground of the style.
void add_marker(DisplayList& list, LegendEntry::Marker marker, Point centre, float radius, Colour colour,
                const FigureStyle& style);

/// Legend entries laid out from (0, 0): in centred rows, or one below the other.
struct ChartLegend {
  struct Place {
    LegendEntry entry;  // with its name shortened to fit
    Point at;           // left end of the sample, middle of the line
  };
  std::vector<Place> places;
  float width = 0;
  float height = 0;
};

/// In rows of at most `width`, as many as needed.
ChartLegend legend_in_rows(const std::vector<LegendEntry>& entries, float width, const ChartSizes& sizes,
                           const TextMetrics& metrics);
/// In one column of at most `width`; if the height is too small, the last line says how many are missing.
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
  bool is_named = false;           // `names` at x = 0, 1, 2 … instead of ticks; x_axis gives the range
  std::vector<std::string> names;  // plain text
  std::optional<std::size_t> strong_name;
  std::optional<std::size_t> kept_name;  // written even where others have no room, like the strong one
  std::vector<LegendEntry> legend;
  std::size_t rows_of_legend = 2;  // at most, above the plot; a longer legend stands beside it
  float room_above = 0;            // above the plot, for labels on the data
  float room_below = 0;            // below the plot
  bool has_bottom_line = true;     // otherwise the horizontal axis is at y = 0
  bool has_grid = true;
};

/// Lays the chart out around its data, then draws its parts. If the page is too small, it omits, in this
/// order, the titles of the axes, the legend, the title and the labels.
class ChartFrame {
 public:
  ChartFrame(ChartFrameSpec spec, float width, float height, const FigureStyle& style,
             const TextMetrics& metrics);

  const Rect& plot() const { return plot_; }
  const ChartScale& x_scale() const { return x_; }
  const ChartScale& y_scale() const { return y_; }
  const ChartSizes& sizes() const { return sizes_; }
  /// NaN for numbers outside the domain of the axis.
  double x_of(double value) const { return plot_.x + x_.share_of(value) * plot_.width; }
  double y_of(double value) const { return plot_.bottom() - y_.share_of(value) * plot_.height; }
  /// The position of the baseline of bars: 0 if the axis contains it, otherwise the end nearest to 0.
  double y_of_zero() const;
  /// Rounds to the middle of the nearest pixel, so that thin lines are sharp.
  float crisp(double at) const;

  /// Draws what is behind the data: title, legend, grid.
  void draw_ground(DisplayList& list, TextBoard& texts) const;
  /// Draws what is in front of the data: axes, ticks, labels.
  void draw_axes(DisplayList& list, TextBoard& texts) const;

 private:
  /// Levels of detail; each omits one more part.
  enum Detail { all_parts, no_axis_titles, no_legend, no_title, no_labels };

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
  Detail detail_ = all_parts;
  ChartScale x_;
  ChartScale y_;
  std::vector<std::string> x_labels_;
  std::vector<std::string> y_labels_;
  Rect plot_;
  float labels_height_ = 0;  // below the plot, including ticks
  float names_size_ = 0;
  std::size_t names_step_ = 1;
  bool turns_names_ = false;
  ChartLegend legend_;
  bool legend_is_column_ = false;
  float title_height_ = 0;
};

/// The span, at least `least` long, with room at both ends, as a share of its length; around 0 if it is
/// empty.
NumberSpan with_room(NumberSpan span, double least, double room);

/// Base class of chart builders: a frame and the data in it.
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
  /// The same with a unit of the same length on both axes, which are linear: the ranges of `x` and `y`, which
  /// are not empty, are widened as far as necessary.
  void set_frame_with_equal_units(ChartFrameSpec spec, const NumberSpan& x, const NumberSpan& y);
  /// The colour set for the series, or the default for its index.
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
