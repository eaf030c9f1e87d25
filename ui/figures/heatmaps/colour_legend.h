// Explains the colours of a figure: a narrow bar with the numbers at its ends and at equal distances between.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab {

struct ColourLegend {
  ColourMap map = ColourMap::viridis;
  double low = 0;
  double high = 1;
  std::string title;              // mark-up; may be empty
  std::optional<int> decimals{};  // of its numbers, if they suffice; empty: as few as tell them apart

  bool operator==(const ColourLegend&) const = default;
};

/// The numbers of a scale, with the fewest decimals that distinguish them, the same for all: "0.5", "−1.2e6",
/// "3e-7".
std::vector<std::string> scale_numbers(const std::vector<double>& numbers);

/// The width of the legend on the page.
float legend_width(const ColourLegend& legend, const FigureStyle& style, const TextMetrics& metrics);

/// Draws the bar over the whole height of `area`, its numbers beside it, and its title above the area.
void draw_colour_legend(DisplayList& list, const ColourLegend& legend, const Rect& area,
                        const FigureStyle& style, const TextMetrics& metrics);

/// The height of a legend below its cells.
float level_legend_height(const FigureStyle& style);

/// Draws a level bar as wide as `area` allows, with its title left of it and its numbers below.
void draw_level_legend(DisplayList& list, const ColourLegend& legend, const Rect& area,
                       const FigureStyle& style, const TextMetrics& metrics);

/// The height of the title above a legend's area.
float legend_title_height(const ColourLegend& legend, const FigureStyle& style);

}  // namespace attention_lab
