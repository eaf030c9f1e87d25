// A line chart: curves through points, on linear or logarithmic axes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/charts/chart.h"

namespace attention_lab {

enum class Stroke {
  solid,
  dashed,  ///< theory and reference lines
  dotted,  ///< a second reference line beside a dashed one
};

struct LineSeries {
  std::string name;       // mark-up, in the legend; a line without one is not in it
  std::vector<Point> at;  // in data units; points that are not finite (or ≤ 0 on a log axis) break the line
  std::optional<Colour> colour;
  Stroke stroke = Stroke::solid;
  bool has_markers = false;
};

/// A vertical line with a label at its head: where a person stands now.
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
