// A histogram: bars without gaps, one or several overlapping distributions, and theoretical curves as lines.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/charts/chart.h"
#include "ui/figures/charts/lines.h"

namespace attention_lab {

/// Numbers counted in equal bins.
struct Distribution {
  std::string name;  // mark-up, in the legend if it is not empty
  double low = 0;    // of the first bin
  double high = 1;   // of the last; low < high
  std::vector<double> counts;
  std::optional<Colour> colour;
};

/// Counts finite numbers in bins with round edges that cover them; the number of bins suits the amount of
/// data. All sets use the same bins, so that their counts can be compared.
std::vector<Distribution> count_into_same_bins(const std::vector<std::vector<double>>& sets,
                                               const std::vector<std::string>& names);

struct HistogramSpec {
  std::vector<Distribution> distributions;
  std::vector<LineSeries> curves;  // over the bars, on the same axes
  std::string title;               // mark-up; may be empty
  ChartAxis x_axis;
  ChartAxis y_axis;  // its low is 0
};

DisplayList histogram(const HistogramSpec& spec, float width, float height, const FigureStyle& style,
                      const TextMetrics& metrics);

}  // namespace attention_lab
