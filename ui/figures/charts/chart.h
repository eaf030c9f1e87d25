// Elements shared by all charts: axes with round ticks, series, a legend.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab {

enum class ScaleKind { linear, logarithmic };

/// One axis of a chart.
struct ChartAxis {
  std::string title;  // mark-up; may be empty
  ScaleKind kind = ScaleKind::linear;
  /// The range; low == high: determined by the data, with round ends. Positive for logarithmic axes.
  double low = 0;
  double high = 0;
  bool is_hidden = false;  ///< neither line nor ticks: the data have no such direction
  bool has_zero = false;   ///< a range determined by the data contains 0
};

/// Ticks at round numbers (1, 2 or 5 × 10ⁿ; powers of ten on logarithmic axes) within [low, high], in
/// ascending order: no more than `at_most`, and at least two if the range allows it.
std::vector<double> round_ticks(double low, double high, int at_most, ScaleKind kind = ScaleKind::linear);

/// The ticks' numbers as mark-up, with as many decimals as tell them apart; "10^3" on logarithmic axes.
std::vector<std::string> tick_labels(const std::vector<double>& ticks, ScaleKind kind = ScaleKind::linear);

/// The range of the finite numbers added; initially empty.
struct NumberSpan {
  double low = 0;
  double high = 0;
  bool is_empty = true;

  /// Ignores numbers that are not finite.
  void add(double value);
};

/// Maps numbers to positions along an axis.
struct ChartScale {
  ScaleKind kind = ScaleKind::linear;
  double low = 0;
  double high = 1;  // > low
  std::vector<double> ticks;

  /// 0 at `low`, 1 at `high`, extrapolated beyond. NaN for numbers ≤ 0 on a logarithmic axis.
  double share_of(double value) const;
};

/// The axis as specified, or with round ends around the data; valid for any data.
ChartScale scale_of(const ChartAxis& axis, const NumberSpan& data, int ticks_at_most);

/// Colours for series, in this order: distinguishable for colour-blind readers, with a contrast of at least
/// 3:1 on the ground of the style.
Colour series_colour(const FigureStyle& style, std::size_t index);

struct ChartSizes {
  explicit ChartSizes(const FigureStyle& style)
      : text(style.font_size),
        small_text(style.font_size * 12 / 14),
        title_text(style.font_size * 16.5f / 14),
        hairline(std::max(style.pixel, style.font_size * 0.07f)),
        line(std::max(style.pixel, style.font_size * 0.17f)),
        tick(style.font_size * 0.35f),
        margin(style.font_size * 0.9f) {}

  float text;        ///< axis titles and names
  float small_text;  ///< numbers
  float title_text;
  float hairline;  ///< grid and axes
  float line;      ///< of the data
  float tick;
  float margin;
};

}  // namespace attention_lab
