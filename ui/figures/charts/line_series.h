// Curves of a chart, from numbers to strokes.
#pragma once

#include <vector>

#include "ui/figures/charts/chart_frame.h"
#include "ui/figures/charts/lines.h"

namespace attention_lab {

/// Adds what the axes that stand for both take: points that have no place on them are left out.
void add_to_spans(const LineSeries& series, const ChartAxis& x_axis, const ChartAxis& y_axis, NumberSpan& x,
                  NumberSpan& y);

/// Draws the series inside the frame's plot: nothing reaches beyond it. Of points closer than a pixel, the
/// lowest and the highest stay.
void draw_series(const LineSeries& series, Colour colour, const ChartFrame& frame, const FigureStyle& style,
                 DisplayList& list);

/// The series' line in the legend.
LegendEntry legend_entry(const LineSeries& series, Colour colour);

}  // namespace attention_lab
