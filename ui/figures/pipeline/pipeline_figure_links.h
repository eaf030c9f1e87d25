// The arrows of the pipeline figure.
#pragma once

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/pipeline/pipeline_figure_layout.h"

namespace attention_lab {

/// The arrow, and its operation where the page has room for texts.
void draw_stage_link(const PlacedLink& link, const StageLayout& layout, const FigureStyle& style,
                     DisplayList& list);

}  // namespace attention_lab
