#include "ui/workspaces/laboratory/sharpness_plots.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/figures/charts/bars.h"
#include "ui/figures/charts/lines.h"

namespace attention_lab {
namespace {

constexpr int points_of_a_line = 151;
constexpr double room_over_points = 1.08;  // factor above the highest point

struct MeasureWords {
  const char* stem;
  const char* title;
  const char* column;
  const char* description;
};

const MeasureWords& words_of(SharpnessMeasure measure) {
  static constexpr std::array words = {
      MeasureWords{"sharpness-largest", "Largest probability", "largest probability",
                   "The largest probability as the numbers are multiplied."},
      MeasureWords{"sharpness-entropy", "Entropy, in nats", "entropy",
                   "The entropy of softmax as the numbers are multiplied."},
      MeasureWords{"sharpness-effective-tokens", "Effective number of tokens", "effective tokens",
                   "How many tokens share the attention as the numbers are multiplied."},
      MeasureWords{"sharpness-gradient", "Gradient let through", "norm of the Jacobian",
                   "How much gradient softmax lets through as the numbers are multiplied."}};
  return words[static_cast<std::size_t>(measure)];
}

std::vector<double> as_doubles(const std::vector<Scalar>& numbers) {
  return {numbers.begin(), numbers.end()};
}

std::string factor_number(double factor) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.3g", factor);
  return buffer.data();
}

BarsSpec bars_spec(const SharpnessPair& pair, const FigureStyle& style) {
  BarsSpec spec;
  spec.title = filled("Softmax of the numbers, before and after multiplying by <factor>",
                      {{"factor", factor_number(pair.factor)}});
  spec.labels = pair.labels;
  spec.value_axis = {"probability", ScaleKind::linear, 0, 0};
  spec.series = {
      {"as they are", as_doubles(pair.plain.probabilities), series_colour(style, 0)},
      {factor_text(pair.factor), as_doubles(pair.multiplied.probabilities), series_colour(style, 1)}};
  return spec;
}

LinesSpec line_spec(const std::vector<double>& factors, const std::vector<double>& values,
                    SharpnessMeasure measure, const ChartMarker& marker, const FigureStyle& style) {
  LinesSpec spec;
  spec.title = words_of(measure).title;
  spec.x_axis = {"factor", ScaleKind::logarithmic, least_factor, largest_factor};
  const double highest = *std::max_element(values.begin(), values.end());
  if (highest > 0) spec.y_axis.high = measure == SharpnessMeasure::largest ? 1 : highest * room_over_points;
  LineSeries line{"", {}, series_colour(style, 0), Stroke::solid, false};
  for (std::size_t i = 0; i < factors.size(); ++i)
    line.at.push_back({static_cast<float>(factors[i]), static_cast<float>(values[i])});
  spec.series.push_back(std::move(line));
  spec.marker = marker;
  return spec;
}

}  // namespace

std::string factor_text(double factor) {
  return "×" + factor_number(factor);
}

SharpnessCurve sharpness_curve(const std::vector<Scalar>& logits) {
  SharpnessCurve curve;
  curve.factors = logarithmic_steps(least_factor, largest_factor, points_of_a_line);
  curve.at = sharpness_over(logits, curve.factors);
  return curve;
}

double measure_of(const Sharpness& sharpness, SharpnessMeasure measure) {
  switch (measure) {
    case SharpnessMeasure::largest: return sharpness.largest;
    case SharpnessMeasure::entropy: return sharpness.entropy;
    case SharpnessMeasure::effective_tokens: return sharpness.effective_tokens;
    case SharpnessMeasure::jacobian_norm: return sharpness.jacobian_norm;
  }
  return 0;
}

PlotPointer sharpness_bars(SharpnessPair pair) {
  const auto kept = std::make_shared<const SharpnessPair>(std::move(pair));
  return make_plot(
      "sharpness-softmax",
      filled("Softmax of some numbers, before and after multiplying by <factor>.",
             {{"factor", factor_number(kept->factor)}}),
      [kept](float width, float height, const FigureStyle& style, const TextMetrics& metrics) {
        return bars(bars_spec(*kept, style), width, height, style, metrics);
      },
      [kept] {
        NumberTable table{"number", {"softmax", "softmax " + factor_text(kept->factor)}, kept->labels, {}};
        for (std::size_t i = 0; i < kept->plain.probabilities.size(); ++i) {
          table.rows.push_back({static_cast<double>(kept->plain.probabilities[i]),
                                static_cast<double>(kept->multiplied.probabilities[i])});
        }
        return table;
      });
}

PlotPointer sharpness_line(const SharpnessCurve& curve, SharpnessMeasure measure, double factor,
                           const Sharpness& present) {
  std::vector<double> values;
  for (const Sharpness& one : curve.at) values.push_back(measure_of(one, measure));
  const ChartMarker marker{factor,
                           factor_text(factor) + ": " + format_number(measure_of(present, measure), 4)};
  return make_plot(
      words_of(measure).stem, words_of(measure).description,
      [factors = curve.factors, values, measure, marker](float width, float height, const FigureStyle& style,
                                                         const TextMetrics& metrics) {
        return lines(line_spec(factors, values, measure, marker, style), width, height, style, metrics);
      },
      [factors = curve.factors, values, measure] {
        NumberTable table{"", {"factor", words_of(measure).column}, {}, {}};
        for (std::size_t i = 0; i < factors.size(); ++i) table.rows.push_back({factors[i], values[i]});
        return table;
      });
}

}  // namespace attention_lab
