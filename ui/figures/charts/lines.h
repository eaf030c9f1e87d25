// A line chart: curves through points, on linear or logarithmic axes; also used to overlay other charts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/charts/chart.h"
#include "ui/figures/charts/chart_frame.h"

namespace attention_lab {

enum class Stroke {
  solid,
  dashed,  ///< theory and reference lines
  dotted,  ///< a second reference line beside a dashed one
  dash_dotted,
};

struct LineSeries {
  std::string name;       // mark-up, in the legend; unnamed lines are not in the legend
  std::vector<Point> at;  // in data units; points that are not finite (or ≤ 0 on a log axis) break the line
  std::optional<Colour> colour;
  Stroke stroke = Stroke::solid;
  bool has_markers = false;
  LegendEntry::Marker marker = LegendEntry::Marker::disc;  // the shape, if it has some
};

/// Dashes and markers for series beside each other: eight that differ in both, so that they can be told apart
/// without colours.
void set_look(LineSeries& series, std::size_t index);

/// Adds the coordinates to `x` and `y`, except those of points that have no place on the axes.
void add_to_spans(const LineSeries& series, const ChartAxis& x_axis, const ChartAxis& y_axis, NumberSpan& x,
                  NumberSpan& y);

/// Draws the series, clipped to the frame's plot. Of points closer than a pixel, the lowest and the highest
/// are kept.
void draw_series(const LineSeries& series, Colour colour, const ChartFrame& frame, const FigureStyle& style,
                 DisplayList& list);

/// The entry of the series in the legend.
LegendEntry legend_entry(const LineSeries& series, Colour colour);

/// A vertical line with a label at its top that marks the current value.
struct ChartMarker {
  double x = 0;
  std::string label;  // mark-up
};

struct LinesSpec {
  std::vector<LineSeries> series;
  std::string title;  // mark-up; may be empty
  ChartAxis x_axis;
  ChartAxis y_axis;
  std::vector<std::string> x_labels;  // plain text at x = 0, 1, 2 … instead of ticks; may be empty
  std::optional<ChartMarker> marker;
};

DisplayList lines(const LinesSpec& spec, float width, float height, const FigureStyle& style,
                  const TextMetrics& metrics);

}  // namespace attention_lab
