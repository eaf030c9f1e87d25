// Points, arrows, lines and areas in a plane with equal units, with names that step aside for each other.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/geometry/convex_hull.h"
#include "ui/figures/base/plot.h"
#include "ui/figures/charts/chart_frame.h"
#include "ui/figures/charts/lines.h"

namespace attention_lab {

/// A named point.
struct PlaneMark {
  enum class Look { disc, ring, diamond };
  std::string name;  // plain text; empty: none
  std::string note;  // plain text after the name, in the quiet colour: a number
  PlanePoint at;
  Colour colour;
  Look look = Look::disc;
  double circle = 0;       // the area of the circle around it, as a share of the largest; 0: none
  bool is_strong = false;  // larger, and its name is always written
};

struct PlaneArrow {
  PlanePoint from;
  PlanePoint to;
  std::string name;  // mark-up; may be empty
  Colour colour;
};

/// A piece of a line, clipped to the plot.
struct PlaneLine {
  PlanePoint from;
  PlanePoint to;
  Colour colour;
  float width = 1;  // in hairlines
  Stroke stroke = Stroke::solid;
  bool is_behind = true;  // names may cross it; otherwise they step aside
};

/// The line of all points p with p·normal = offset, named with a number at the edge of the plot.
struct LevelLine {
  PlanePoint normal;  // not 0
  double offset = 0;
  std::string name;
};

struct PlaneChartSpec {
  std::string title;  // mark-up; may be empty
  ChartAxis x_axis;   // if low < high, both axes have at least these ranges, whatever the data are
  ChartAxis y_axis;
  std::vector<LegendEntry> legend;
  std::array<std::vector<PlaneLine>, 2> grid;  // parallel lines; where they are too dense, some are left out
  std::vector<PlanePoint> area;  // a convex polygon, anticlockwise; two points: a line; may be empty
  Colour area_colour;
  std::vector<LevelLine> levels;
  Colour level_colour;
  std::vector<PlaneLine> lines;
  std::vector<PlaneArrow> arrows;
  std::vector<PlaneMark> marks;
};

/// Of how many names none is left out, as long as the plot is not too small for text.
inline constexpr std::size_t names_without_thinning = 30;

/// Draws the chart. All data are in the plot unless the axes have ranges. Points that are not finite are left
/// out.
Figure plane_chart(const PlaneChartSpec& spec, float width, float height, const FigureStyle& style,
                   const TextMetrics& metrics);

}  // namespace attention_lab
