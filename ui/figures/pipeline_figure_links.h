// The arrows of the pipeline figure.
#pragma once

#include "ui/figures/display_list.h"
#include "ui/figures/figure_style.h"
#include "ui/figures/pipeline_figure_layout.h"

namespace attention_lab {

/// The style's colour of Q, K or V, or `plain`.
Colour hue_of(StageHue hue, Colour plain, const FigureStyle& style);

/// The arrow, and its operation where the page has room for texts.
void draw_stage_link(const PlacedLink& link, const StageLayout& layout, const FigureStyle& style,
                     DisplayList& list);

}  // namespace attention_lab
