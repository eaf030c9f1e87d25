// Points in a plane and the paths they took.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/charts/chart.h"

namespace attention_lab {

/// The path of one point; its last entry is the present position.
struct PointPath {
  std::string name;       // plain text, beside the point
  std::vector<Point> at;  // in data units, at least one
};

/// Points of one kind: with a disc at the end of a solid path, or a square at the end of a dashed one.
struct PathSeries {
  enum class Look { disc, square };
  std::string name;  // mark-up, in the legend
  Colour colour;
  Look look = Look::disc;
  std::vector<PointPath> paths;
};

struct PathsSpec {
  std::vector<PathSeries> series;
  std::string title;  // mark-up; may be empty
  ChartAxis x_axis;
  ChartAxis y_axis;
  /// A unit has the same length on both axes, which must be linear; their ranges are then those of the data.
  bool has_equal_units = true;
};

/// Draws each path with a small dot where it begins, a marker where it ends, and its name beside that. Names
/// that would overlap others are omitted.
DisplayList paths(const PathsSpec& spec, float width, float height, const FigureStyle& style,
                  const TextMetrics& metrics);

}  // namespace attention_lab
