// Which colour is which series.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/base/text_board.h"
#include "ui/figures/charts/chart_sizes.h"

namespace attention_lab {

struct LegendEntry {
  enum class Sample { block, line, dashes, dots };
  std::string name;  // mark-up
  Colour colour;
  Sample sample = Sample::block;
  bool has_marker = false;
};

/// The entries laid out from (0, 0): in rows, centred, or one below the other.
struct ChartLegend {
  struct Place {
    LegendEntry entry;  // its name as it fits
    Point at;           // left end of the sample, middle of the line
  };
  std::vector<Place> places;
  float width = 0;
  float height = 0;
};

/// In rows of `width`, as many as it takes.
ChartLegend legend_in_rows(const std::vector<LegendEntry>& entries, float width, const ChartSizes& sizes,
                           const TextMetrics& metrics);
/// In one column of `width` at most; where the height ends, the last line says how many are missing.
ChartLegend legend_in_column(const std::vector<LegendEntry>& entries, float width, float height,
                             const ChartSizes& sizes, const TextMetrics& metrics);

void draw_legend(const ChartLegend& legend, Point origin, const FigureStyle& style, DisplayList& list,
                 TextBoard& texts);

}  // namespace attention_lab
