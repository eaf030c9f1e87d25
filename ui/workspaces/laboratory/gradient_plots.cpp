#include "ui/workspaces/laboratory/gradient_plots.h"

#include <algorithm>

#include "core/words/templates.h"
#include "ui/figures/charts/lines.h"

namespace attention_lab {
namespace {

constexpr double room_below = 8;            // factor below the lowest median, since quartiles may be almost 0
constexpr double room_over_quartile = 1.5;  // factor above the highest quartile

const Spread& spread_at(const GradientPoint& point, ExperimentDivisor divisor, GradientQuantity quantity) {
  const GradientMeasure& measure = point.at(divisor);
  return quantity == GradientQuantity::passed ? measure.passed : measure.W_q;
}

LineSeries line_of(const std::vector<GradientPoint>& points, ExperimentDivisor divisor,
                   GradientQuantity quantity, double Spread::*which, const FigureStyle& style) {
  LineSeries line;
  line.colour = divisor_colour(style, divisor);
  for (const GradientPoint& point : points) {
    line.at.push_back(
        {static_cast<float>(point.d_k), static_cast<float>(spread_at(point, divisor, quantity).*which)});
  }
  return line;
}

LinesSpec spec_of(const std::vector<GradientPoint>& points, GradientQuantity quantity, bool has_quartiles,
                  const FigureStyle& style) {
  LinesSpec spec;
  const bool is_share = quantity == GradientQuantity::passed;
  spec.title = is_share ? "Share of the gradient that softmax lets through" : "Gradient that reaches W_q";
  spec.x_axis = {"d_k", ScaleKind::logarithmic, 0, 0};
  spec.y_axis = {is_share ? "share" : "norm", is_share ? ScaleKind::linear : ScaleKind::logarithmic, 0, 0};
  double lowest = 0;
  double highest = 0;
  for (const ExperimentDivisor divisor : all_experiment_divisors) {
    LineSeries median = line_of(points, divisor, quantity, &Spread::median, style);
    median.name = divisor_words(divisor, true);
    median.has_markers = true;
    spec.series.push_back(std::move(median));
    for (const GradientPoint& point : points) {
      const Spread& spread = spread_at(point, divisor, quantity);
      highest = std::max({highest, spread.median, has_quartiles ? spread.upper_quartile : 0});
      if (spread.median > 0) lowest = lowest == 0 ? spread.median : std::min(lowest, spread.median);
    }
  }
  for (const ExperimentDivisor divisor : all_experiment_divisors) {
    for (double Spread::*which : {&Spread::lower_quartile, &Spread::upper_quartile}) {
      if (!has_quartiles) continue;
      LineSeries quartile = line_of(points, divisor, quantity, which, style);
      quartile.stroke = Stroke::dashed;
      spec.series.push_back(std::move(quartile));
    }
  }
  if (is_share) {
    spec.y_axis.high = highest * 1.12;
  } else if (has_quartiles && lowest > 0) {
    spec.y_axis.low = lowest / room_below;
    spec.y_axis.high = highest * room_over_quartile;
  }
  return spec;
}

NumberTable gradient_numbers(const std::vector<GradientPoint>& points, GradientQuantity quantity) {
  NumberTable table;
  table.corner = "d_k";
  table.columns = {"trials"};
  for (const ExperimentDivisor divisor : all_experiment_divisors) {
    for (const char* heading : {"median <divisor>", "lower quartile <divisor>", "upper quartile <divisor>"})
      table.columns.push_back(filled(heading, {{"divisor", divisor_words(divisor, false)}}));
  }
  for (const GradientPoint& point : points) {
    table.row_labels.push_back(std::to_string(point.d_k));
    std::vector<double> row = {static_cast<double>(point.trials)};
    for (const ExperimentDivisor divisor : all_experiment_divisors) {
      const Spread& spread = spread_at(point, divisor, quantity);
      row.insert(row.end(), {spread.median, spread.lower_quartile, spread.upper_quartile});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::string divisor_words(ExperimentDivisor divisor, bool is_markup) {
  switch (divisor) {
    case ExperimentDivisor::sqrt_d_k: return "÷ √d_k";
    case ExperimentDivisor::none: return "undivided";
    case ExperimentDivisor::sqrt_d_model: return is_markup ? "÷ √d_{model}" : "÷ √d_model";
  }
  return {};
}

Colour divisor_colour(const FigureStyle& style, ExperimentDivisor divisor) {
  return series_colour(style, static_cast<std::size_t>(divisor));
}

PlotPointer gradient_over_d_k(const std::vector<GradientPoint>& points, GradientQuantity quantity,
                              bool has_quartiles) {
  const bool is_share = quantity == GradientQuantity::passed;
  return make_plot(
      is_share ? "gradient-through-softmax" : "gradient-of-W_q",
      is_share ? "The share of the gradient that softmax lets through as d_k grows: medians."
               : "The gradient that reaches W_q as d_k grows: medians.",
      [points, quantity, has_quartiles](float width, float height, const FigureStyle& style,
                                        const TextMetrics& metrics) {
        return lines(spec_of(points, quantity, has_quartiles, style), width, height, style, metrics);
      },
      [points, quantity] { return gradient_numbers(points, quantity); });
}

}  // namespace attention_lab
