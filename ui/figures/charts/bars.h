// A bar chart: one number, or one a series, for each of several names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/charts/chart.h"

namespace attention_lab {

struct BarSeries {
  std::string name;            // mark-up, in the legend where there are several series
  std::vector<double> values;  // one a label; NaN and infinite: hatched, with the number written
  std::optional<Colour> colour;
};

struct BarsSpec {
  std::vector<std::string> labels;  // under the bars, plain text
  std::vector<BarSeries> series;
  std::string title;  // mark-up; may be empty
  ChartAxis value_axis;
  std::string label_axis;  // mark-up; may be empty
  int decimals = 4;
  bool shows_values = true;           // over the bars, where they fit
  std::optional<std::size_t> strong;  // one label pointed out
};

DisplayList bars(const BarsSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics);

}  // namespace attention_lab
