#include "ui/workspaces/laboratory/variance_plots.h"

#include <algorithm>
#include <string>

#include "core/document/checks.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/charts/histogram.h"

namespace attention_lab {
namespace {

constexpr double head_room = 1.22;   // above the highest point of the theoretical curve
constexpr double count_room = 1.04;  // above the highest bar

/// The data of a histogram.
struct HistogramData {
  bool is_scaled = false;
  double scale = 1;  // of q·k as shown
  double low = 0;    // end of the axis
  double high = 1;
  Bins bins;  // as shown
  ProductTheory theory;
  std::vector<DensityPoint> exact;  // of the unscaled q·k
  double expected = 0;              // number of trials that the curves represent
};

Point point(double x, double y) {
  return {static_cast<float>(x), static_cast<float>(y)};
}

bool has_normal_curve(const HistogramData& data) {
  return data.theory.variance > 0;
}

double normal_count(const HistogramData& data, double x) {
  return data.expected * data.bins.width() * normal_density(x, data.theory);
}

/// The count in each bin, from the density at its evenly spaced points.
std::vector<double> exact_counts(const HistogramData& data) {
  std::vector<double> counts(data.bins.counts.size(), 0);
  const std::size_t a_bin = data.exact.size() / counts.size();
  for (std::size_t i = 0; a_bin > 0 && i < counts.size() * a_bin; ++i) {
    counts[i / a_bin] +=
        data.expected * data.bins.width() / data.scale * data.exact[i].density / static_cast<double>(a_bin);
  }
  return counts;
}

std::string symbol(const HistogramData& data) {
  return data.is_scaled ? "q · k ÷ √d" : "q · k";
}

HistogramSpec spec_of(const HistogramData& data, const FigureStyle& style) {
  HistogramSpec spec;
  spec.title = data.is_scaled ? "q · k ÷ √d, after the division" : "q · k, before the division";
  spec.x_axis = {symbol(data), ScaleKind::linear, data.low, data.high};
  Distribution counted;
  counted.name = "observed";
  counted.low = data.bins.low;
  counted.high = data.bins.high;
  for (const std::int64_t count : data.bins.counts) counted.counts.push_back(static_cast<double>(count));
  counted.colour = series_colour(style, data.is_scaled ? 0 : 1);
  double highest = 0;
  const double highest_count = *std::max_element(counted.counts.begin(), counted.counts.end());
  spec.distributions.push_back(std::move(counted));
  if (!data.exact.empty()) {
    LineSeries exact{"exact", {}, style.text, Stroke::solid, false};
    for (const DensityPoint& at : data.exact) {
      const double count = data.expected * data.bins.width() / data.scale * at.density;
      exact.at.push_back(point(at.x * data.scale, count));
      highest = std::max(highest, count);
    }
    spec.curves.push_back(std::move(exact));
  }
  if (has_normal_curve(data)) {
    LineSeries normal{"normal with the same variance", {}, series_colour(style, 3), Stroke::dashed, false};
    constexpr int points = 160;
    for (int i = 0; i <= points; ++i) {
      const double x = data.bins.low + (data.bins.high - data.bins.low) * i / points;
      normal.at.push_back(point(x, normal_count(data, x)));
    }
    highest = std::max(highest, normal_count(data, data.theory.mean));
    spec.curves.push_back(std::move(normal));
  }
  spec.y_axis.title = "trials";
  spec.y_axis.high = std::max({highest * head_room, highest_count * count_room, 1.0});
  return spec;
}

NumberTable variance_numbers(const HistogramData& data) {
  NumberTable table;
  table.corner = "bin";
  table.columns = {"from", "to", "trials"};
  const std::vector<double> exact = exact_counts(data);
  if (!data.exact.empty()) table.columns.emplace_back("expected");
  if (has_normal_curve(data)) table.columns.emplace_back("expected for a normal distribution");
  for (std::size_t i = 0; i < data.bins.counts.size(); ++i) {
    const double from = data.bins.low + data.bins.width() * static_cast<double>(i);
    std::vector<double> row = {from, from + data.bins.width(), static_cast<double>(data.bins.counts[i])};
    if (!data.exact.empty()) row.push_back(exact[i]);
    if (has_normal_curve(data)) row.push_back(normal_count(data, from + data.bins.width() / 2));
    table.rows.push_back(std::move(row));
  }
  return table;
}

constexpr double lowest_d = 1;

LinesSpec spec_of(const std::vector<VarianceRow>& rows, Index dimension, const FigureStyle& style) {
  LinesSpec spec;
  spec.title = "Variance as d grows";
  const auto highest_d = static_cast<double>(limits::dimension);
  spec.x_axis = {"d", ScaleKind::logarithmic, lowest_d, highest_d};
  spec.y_axis = {"variance", ScaleKind::logarithmic, 0, 0};
  LineSeries before{"q · k", {}, series_colour(style, 1), Stroke::solid, true};
  LineSeries after{"q · k ÷ √d", {}, series_colour(style, 0), Stroke::solid, true};
  for (const VarianceRow& row : rows) {
    if (row.trials == 0) continue;
    before.at.push_back(point(static_cast<double>(row.dimension), row.products.variance));
    after.at.push_back(point(static_cast<double>(row.dimension), row.scaled_products.variance));
  }
  spec.series = {before, after};
  spec.series.push_back({"d",
                         {point(lowest_d, lowest_d), point(highest_d, highest_d)},
                         style.quiet_text,
                         Stroke::dashed,
                         false});
  spec.series.push_back(
      {"1", {point(lowest_d, 1), point(highest_d, 1)}, style.quiet_text, Stroke::dotted, false});
  spec.marker = ChartMarker{static_cast<double>(dimension), "d = " + count_text(dimension)};
  return spec;
}

NumberTable variance_numbers(const std::vector<VarianceRow>& rows) {
  NumberTable table;
  table.corner = std::string("d");
  table.columns = {"trials", "variance of q·k", "standard error", "variance of q·k ÷ √d",
                   "standard error, divided"};
  for (const VarianceRow& row : rows) {
    if (row.trials == 0) continue;
    table.row_labels.push_back(std::to_string(row.dimension));
    table.rows.push_back({static_cast<double>(row.trials), row.products.variance,
                          row.products.variance_standard_error, row.scaled_products.variance,
                          row.scaled_products.variance_standard_error});
  }
  return table;
}

}  // namespace

std::vector<DensityPoint> exact_density(const VarianceExperiment& experiment) {
  std::vector<DensityPoint> points;
  if (experiment.spec().components != Components::normal) return points;
  const Bins& bins = experiment.bins();
  // Two points in each bin, none at 0, where the density has a peak if d is small.
  const double step = bins.width() / 2;
  for (std::size_t i = 0; i < 2 * bins.counts.size(); ++i) {
    const double x = bins.low + step * (static_cast<double>(i) + 0.5);
    points.push_back({x, product_density(x, experiment.spec().dimension)});
  }
  return points;
}

PlotPointer variance_histogram(const VarianceExperiment& experiment, const std::vector<DensityPoint>& exact,
                               const HistogramLook& look) {
  const bool is_scaled = look.is_scaled;
  HistogramData data;
  data.is_scaled = is_scaled;
  data.scale = is_scaled ? experiment.scale() : 1;
  data.bins = is_scaled ? experiment.scaled_bins() : experiment.bins();
  data.theory = is_scaled ? experiment.scaled_theory() : experiment.theory();
  const Bins& axis = look.shares_axis ? experiment.bins() : data.bins;
  data.low = axis.low;
  data.high = axis.high;
  data.exact = exact;
  data.expected = static_cast<double>(look.is_filling ? experiment.spec().trials : experiment.trials_done());
  const auto kept = std::make_shared<const HistogramData>(std::move(data));
  return make_plot(
      is_scaled ? "variance-histogram-divided" : "variance-histogram",
      filled("How often <product> fell into each interval, and what theory expects for as many trials.",
             {{"product", is_scaled ? "q·k ÷ √d" : "q·k"}}),
      [kept](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
        return histogram(spec_of(*kept, style), width, height, style, metrics);
      },
      [kept] { return variance_numbers(*kept); });
}

PlotPointer variance_over_dimension(const std::vector<VarianceRow>& rows, Index dimension,
                                    Components components) {
  return make_plot(
      "variance-over-d",
      components == Components::given ? "The variance of the document’s q·k, and of q·k ÷ √d, at its own d."
                                      : "The variance of q·k grows as d does; that of q·k ÷ √d stays 1.",
      [rows, dimension](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
        return lines(spec_of(rows, dimension, style), width, height, style, metrics);
      },
      [rows] { return variance_numbers(rows); });
}

}  // namespace attention_lab
