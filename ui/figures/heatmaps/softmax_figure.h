// How the scores of one query become weights: one panel of bars per stage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab {

/// One stage: one number per key.
struct SoftmaxStage {
  std::string title;           // mark-up: "scores QK^T", "÷ √d_k = 1.4142", "softmax"
  std::vector<double> values;  // one per key; −∞ if masked
  std::string note;            // below the title, mark-up: "Σ = 1"; may be empty
};

struct SoftmaxSpec {
  std::vector<std::string> keys;      // plain text
  std::vector<SoftmaxStage> stages;   // side by side: scores, scaled scores, (masked scores,) weights
  std::string title;                  // mark-up; may be empty
  std::optional<std::size_t> strong;  // the key to highlight; default: the one with the largest weight
  int decimals = 4;
};

/// Horizontal bars, one per key, in one panel per stage; the keys are written once, at the left. All stages
/// but the last share one scale, so that the effect of dividing by √d_k is visible; the last one (weights)
/// has its own, 0 to 1. Bars of negative numbers extend to the left of a common zero line; masked keys (−∞,
/// and their numbers in later stages) are hatched and have no bar. The numbers are at the ends of the bars if
/// all of them fit.
DisplayList softmax_figure(const SoftmaxSpec& spec, float width, float height, const FigureStyle& style,
                           const TextMetrics& metrics);

}  // namespace attention_lab
