#include "ui/figures/charts/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/words/number_format.h"

namespace attention_lab {
namespace {

constexpr double slack = 1e-9;            // of a step: tolerance for rounding in the division
constexpr double largest_reach = 1e300;   // limits of an axis, so that its length is finite
constexpr double shortest_axis = 1e-300;  // minimum length of an axis
constexpr double same_number = 1e-12;     // relative size below which a range counts as one number
constexpr float least_contrast = 3;

/// mantissa × 10^exponent, with a mantissa of 1, 2 or 5.
struct TickStep {
  int mantissa = 1;
  int exponent = 0;

  double value() const { return times(1); }
  /// Rounded exactly: 3 × 0.1 is 0.3.
  double times(double count) const {
    const double scaled = count * mantissa;
    return exponent < 0 ? scaled / std::pow(10.0, -exponent) : scaled * std::pow(10.0, exponent);
  }
  TickStep next() const {
    if (mantissa == 1) return {2, exponent};
    if (mantissa == 2) return {5, exponent};
    return {1, exponent + 1};
  }
};

TickStep smallest_step(double length, int parts) {
  TickStep step{1, static_cast<int>(std::floor(std::log10(length / parts))) - 1};
  while (step.value() * parts < length * (1 - slack)) step = step.next();
  return step;
}

double first_within(double low, const TickStep& step) {
  return std::ceil(low / step.value() - slack);
}
double last_within(double high, const TickStep& step) {
  return std::floor(high / step.value() + slack);
}

std::vector<double> multiples(double first, double last, const TickStep& step) {
  std::vector<double> ticks;
  for (double i = first; i <= last; ++i) ticks.push_back(step.times(i) + 0.0);  // + 0 turns −0 into 0
  return ticks;
}

std::vector<double> linear_ticks(double low, double high, int at_most) {
  const double size = std::max(std::fabs(low), std::fabs(high));
  const double length = high - low;
  if (!std::isfinite(length) || !(length > std::max(size * same_number, shortest_axis))) return {low};
  TickStep step = smallest_step(length, at_most);
  while (last_within(high, step) - first_within(low, step) + 1 > at_most) step = step.next();
  return multiples(first_within(low, step), last_within(high, step), step);
}

std::vector<double> logarithmic_ticks(double low, double high, int at_most) {
  if (!(low > 0) || !(high > low)) return {};
  const int first = static_cast<int>(std::ceil(std::log10(low) - slack));
  const int last = static_cast<int>(std::floor(std::log10(high) + slack));
  if (last <= first) return linear_ticks(low, high, at_most);
  const int count = last - first + 1;
  const int step = (count + at_most - 1) / at_most;
  std::vector<double> ticks;
  for (int i = first; i <= last; i += step) ticks.push_back(std::pow(10.0, i));
  return ticks;
}

bool is_power_of_ten(double value) {
  if (!(value > 0)) return false;
  const double exponent = std::log10(value);
  return std::fabs(exponent - std::round(exponent)) < slack;
}

std::string power_of_ten(int exponent) {
  return "10^{" + format_number(exponent, 0) + "}";
}

/// The fewest decimals that show every tick correctly to a thousandth of the distance between ticks.
int decimals_for(const std::vector<double>& ticks, double unit) {
  double nearest = std::fabs(ticks.front()) / unit;
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    const double distance = (ticks[i] - ticks[i - 1]) / unit;
    nearest = i == 1 ? distance : std::min(nearest, distance);
  }
  for (int decimals = 0; decimals < 12; ++decimals) {
    const double power = std::pow(10.0, decimals);
    const auto is_exact = [&](double tick) {
      const double scaled = tick / unit * power;
      return std::fabs(scaled - std::round(scaled)) <= nearest * power * 1e-3;
    };
    if (std::all_of(ticks.begin(), ticks.end(), is_exact)) return decimals;
  }
  return 12;
}

/// The largest 1, 2 or 5 × 10ⁿ that is at most `value`.
double rounded_down(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value) + slack));
  for (const double mantissa : {5.0, 2.0}) {
    if (mantissa * power <= value * (1 + slack)) return mantissa * power;
  }
  return power;
}

ChartScale logarithmic_scale(NumberSpan data, int ticks_at_most) {
  if (data.is_empty || !(data.high > 0)) data = {1, 10, false};
  if (!(data.low > 0)) data.low = data.high / 1000;  // no lower limit is known; three decades read well
  data.low = std::clamp(data.low, shortest_axis, largest_reach);
  data.high = std::clamp(data.high, shortest_axis, largest_reach);
  double low = rounded_down(data.low);
  double high = 1 / rounded_down(1 / data.high);
  // A range of less than a decade is not extended to the powers of ten: its curve would be flat.
  if (high < low * (1 + slack)) {
    low /= 2;
    high *= 2;
  }
  return {ScaleKind::logarithmic, low, high, round_ticks(low, high, ticks_at_most, ScaleKind::logarithmic)};
}

ChartScale linear_scale(NumberSpan data, int ticks_at_most) {
  if (data.is_empty) data = {0, 1, false};
  data.low = std::clamp(data.low, -largest_reach, largest_reach);
  data.high = std::clamp(data.high, -largest_reach, largest_reach);
  const double size = std::max(std::fabs(data.low), std::fabs(data.high));
  if (!(data.high - data.low > std::max(size * 1e-9, shortest_axis))) {
    if (size < shortest_axis) {
      data.high = 1;
    } else {
      data.low -= size / 2;
      data.high += size / 2;
    }
  }
  TickStep step = smallest_step(data.high - data.low, std::max(ticks_at_most - 1, 1));
  const auto outwards = [&] {
    return std::pair{std::floor(data.low / step.value() + slack),
                     std::ceil(data.high / step.value() - slack)};
  };
  while (outwards().second - outwards().first + 1 > std::max(ticks_at_most, 3)) step = step.next();
  const auto [first, last] = outwards();
  ChartScale scale{ScaleKind::linear, step.times(first), step.times(last), multiples(first, last, step)};
  return scale;
}

}  // namespace

std::vector<double> round_ticks(double low, double high, int at_most, ScaleKind kind) {
  if (!std::isfinite(low) || !std::isfinite(high) || low > high) return {};
  at_most = std::max(at_most, 1);
  return kind == ScaleKind::linear ? linear_ticks(low, high, at_most) : logarithmic_ticks(low, high, at_most);
}

std::vector<std::string> tick_labels(const std::vector<double>& ticks, ScaleKind kind) {
  std::vector<std::string> labels;
  if (ticks.empty()) return labels;
  if (kind == ScaleKind::logarithmic && std::all_of(ticks.begin(), ticks.end(), is_power_of_ten)) {
    for (const double tick : ticks)
      labels.push_back(power_of_ten(static_cast<int>(std::lround(std::log10(tick)))));
    return labels;
  }
  double size = 0;
  for (const double tick : ticks) size = std::max(size, std::fabs(tick));
  // Very large and very small numbers share a power of ten.
  const bool has_power = size >= 1e6 || (size > 0 && size < 1e-4);
  const int exponent = has_power ? static_cast<int>(std::floor(std::log10(size) + slack)) : 0;
  const double unit = std::pow(10.0, exponent);
  const int decimals = decimals_for(ticks, unit);
  for (const double tick : ticks) {
    std::string label = format_number(tick / unit, decimals);
    if (has_power) label = tick == 0 ? "0" : label + "·" + power_of_ten(exponent);
    labels.push_back(std::move(label));
  }
  return labels;
}

void NumberSpan::add(double value) {
  if (!std::isfinite(value)) return;
  low = is_empty ? value : std::min(low, value);
  high = is_empty ? value : std::max(high, value);
  is_empty = false;
}

double ChartScale::share_of(double value) const {
  if (kind == ScaleKind::linear) return (value - low) / (high - low);
  if (!(value > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::log(value / low) / std::log(high / low);
}

ChartScale scale_of(const ChartAxis& axis, const NumberSpan& data, int ticks_at_most) {
  const bool is_set =
      std::isfinite(axis.low) && std::isfinite(axis.high) &&
      axis.high - axis.low > std::max(std::fabs(axis.low), std::fabs(axis.high)) * same_number &&
      std::isfinite(axis.high - axis.low) && (axis.kind == ScaleKind::linear || axis.low > 0);
  if (is_set)
    return {axis.kind, axis.low, axis.high, round_ticks(axis.low, axis.high, ticks_at_most, axis.kind)};
  return axis.kind == ScaleKind::linear ? linear_scale(data, ticks_at_most)
                                        : logarithmic_scale(data, ticks_at_most);
}

Colour series_colour(const FigureStyle& style, std::size_t index) {
  // Distinguishable by lightness as well as by hue.
  const std::array colours = {style.query, mix(style.positive, style.key, 0.4f),
                              mix(style.text, style.value, 0.3f), mix(style.negative, style.ground, 0.2f),
                              mix(style.value, style.ground, 0.3f)};
  // Further series get the same colours, mixed with the text colour.
  const float towards_text = 0.45f * static_cast<float>(index / colours.size() % 2);
  Colour colour = mix(colours[index % colours.size()], style.text, towards_text);
  for (int i = 0; i < 20 && contrast(colour, style.ground) < least_contrast; ++i)
    colour = mix(colour, style.text, 0.08f);
  return colour;
}

}  // namespace attention_lab
