// The figures of the page about gradients.
#pragma once

#include <string>
#include <vector>

#include "core/experiments/gradient.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/base/plot.h"

namespace attention_lab {

/// Which of the two quantities of GradientMeasure.
enum class GradientQuantity { passed, W_q };

/// Medians over d_k, one line a divisor; with `has_quartiles` also the quartiles, dashed. Its numbers have
/// medians and quartiles always.
PlotPointer gradient_over_d_k(const std::vector<GradientPoint>& points, GradientQuantity quantity,
                              bool has_quartiles);

/// As legends write it, mark-up: "÷ √d_k", "undivided", "÷ √d_{model}"; in plain text "÷ √d_model".
std::string divisor_words(ExperimentDivisor divisor, bool is_markup);
/// The colour of what is divided so, the same on all pages.
Colour divisor_colour(const FigureStyle& style, ExperimentDivisor divisor);

}  // namespace attention_lab
