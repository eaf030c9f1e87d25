// A bar chart: for each of several names one number, or one per series.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/charts/chart.h"

namespace attention_lab {

struct BarSeries {
  std::string name;            // mark-up, in the legend if there are several series and it is not empty
  std::vector<double> values;  // one per label; NaN and infinite ones are hatched, with the number written
  std::optional<Colour> colour;
};

struct BarsSpec {
  std::vector<std::string> labels;  // below the bars, plain text
  std::vector<BarSeries> series;
  std::string title;  // mark-up; may be empty
  ChartAxis value_axis;
  std::string label_axis;  // mark-up; may be empty
  int decimals = 4;
  bool shows_values = true;           // above the bars, if they fit
  std::optional<std::size_t> strong;  // the label to highlight
  std::optional<std::size_t> kept;    // the label that is never left out
};

DisplayList bars(const BarsSpec& spec, float width, float height, const FigureStyle& style,
                 const TextMetrics& metrics);

}  // namespace attention_lab
