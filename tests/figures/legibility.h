// What a person can read of a display list: every text on the page, apart from the others, and in a colour
// that stands out from what lies under it.
#pragma once

#include "drawn_texts.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab::testing {

/// Texts are on the page and apart from each other.
void expect_tidy(const DisplayList& list, const TextMetrics& metrics);

/// Each text has a contrast of 4.5 to 1 at least against what was painted under its middle, and of 3 to 1
/// against lines that cross it.
void expect_contrast(const DisplayList& list, const FigureStyle& style, const TextMetrics& metrics);

/// The styles of the two themes, as ui/widgets/theme.cpp has them.
FigureStyle paper_style(float font_size);
FigureStyle night_style(float font_size);
inline const FigureStyle small_style = paper_style(10);

}  // namespace attention_lab::testing
