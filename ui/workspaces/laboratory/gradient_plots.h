// The figures of the page about gradients.
#pragma once

#include <string>
#include <vector>

#include "core/experiments/gradient.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/base/plot.h"

namespace attention_lab {

/// The two quantities of GradientMeasure.
enum class GradientQuantity { passed, W_q };

/// Medians over d_k, one line for each divisor; `has_quartiles` adds the quartiles as dashed lines. The
/// plot's table always has medians and quartiles.
PlotPointer gradient_over_d_k(const std::vector<GradientPoint>& points, GradientQuantity quantity,
                              bool has_quartiles);

/// "÷ √d_k", "undivided" or "÷ √d_{model}", which is "÷ √d_model" in plain text.
std::string divisor_words(ExperimentDivisor divisor, bool is_markup);
/// The colour of a divisor, the same on all pages.
Colour divisor_colour(const FigureStyle& style, ExperimentDivisor divisor);

}  // namespace attention_lab
