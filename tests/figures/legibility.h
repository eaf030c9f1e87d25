// Checks that the texts of a display list are legible: on the page, apart from each other, and with enough
// contrast to what is behind them.
#pragma once

#include "drawn_texts.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab::testing {

/// Texts must be on the page and must not overlap.
void expect_tidy(const DisplayList& list, const TextMetrics& metrics);

/// Each text needs a contrast of at least 4.5:1 with what is painted under its middle, and of 3:1 with lines
/// that cross it.
void expect_contrast(const DisplayList& list, const FigureStyle& style, const TextMetrics& metrics);

/// The styles of the two themes, equal to those in ui/widgets/theme.cpp.
FigureStyle paper_style(float font_size);
FigureStyle night_style(float font_size);
inline const FigureStyle small_style = paper_style(10);

}  // namespace attention_lab::testing
