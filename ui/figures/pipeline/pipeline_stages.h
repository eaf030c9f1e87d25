// The matrices of the pipeline with their titles and labels, and the arrows between them.
#pragma once

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/pipeline/pipeline_colours.h"
#include "ui/figures/pipeline/pipeline_figure.h"
#include "ui/figures/pipeline/pipeline_layout.h"

namespace attention_lab {

void draw_stages(const PipelineFigureSpec& spec, const StageLayout& layout, const StageColours& colours,
                 const FigureStyle& style, const TextMetrics& metrics, DisplayList& list);

}  // namespace attention_lab
