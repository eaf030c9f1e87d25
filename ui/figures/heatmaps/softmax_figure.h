// How the scores of one query become weights: three rows of bars.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"

namespace attention_lab {

/// One stage: a number for each key.
struct SoftmaxStage {
  std::string title;           // mark-up: "scores QK^T", "÷ √d_k = 1.4142", "softmax"
  std::vector<double> values;  // one a key; −∞ where masked
  std::string note;            // under the title, mark-up: "Σ = 1"; may be empty
};

struct SoftmaxSpec {
  std::vector<std::string> keys;      // plain text
  std::vector<SoftmaxStage> stages;   // side by side: scores, scaled scores, (masked scores,) weights
  std::string title;                  // mark-up; may be empty
  std::optional<std::size_t> strong;  // the key to point out; by default the one with the largest weight
  int decimals = 4;
};

/// Horizontal bars, one a key, one panel a stage, the keys written once at the left. The first stages share
/// one scale, so that the division by √d_k is seen; the last stage (weights) has its own, 0 to 1.
/// Bars of negative numbers go left from a common zero line; masked keys (−∞, and whatever becomes of them in
/// later stages) are hatched and have no bar. The numbers stand at the ends of the bars, where all of them
/// fit.
DisplayList softmax_figure(const SoftmaxSpec& spec, float width, float height, const FigureStyle& style,
                           const TextMetrics& metrics);

}  // namespace attention_lab
