// How large the parts of a chart are, from the style: all charts use the same.
#pragma once

#include <algorithm>

#include "ui/figures/base/figure_style.h"

namespace attention_lab {

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
