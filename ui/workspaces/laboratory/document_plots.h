// The figures of the page about the open document.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/model.h"
#include "core/experiments/divisors.h"
#include "ui/figures/base/plot.h"

namespace attention_lab {

/// One head's weights for each of the four divisors.
struct DividedDocument {
  std::vector<std::string> tokens;
  Mask mask = Mask::none;
  Index row = 0;  // the selected token
  int decimals = 4;
  std::array<std::shared_ptr<const DividedWeights>, 4> weights;  // in the order of all_divisor_choices
};

/// "undivided", "÷ √d_k", "÷ √d_model", "yours".
std::string choice_name(DivisorChoice choice, bool is_markup);
/// The first of the other three choices with the same divisor as the chosen one.
std::optional<DivisorChoice> same_choice(const DividedDocument& document);
/// The choice's name; for "yours" also its value and an equal choice: "÷ 1.73, yours (÷ √d_k)".
std::string choice_words(const DividedDocument& document, DivisorChoice choice, bool is_markup);

/// The weights of the row, with a bar for each divisor.
PlotPointer divided_row(const std::shared_ptr<const DividedDocument>& document);
/// The entropy of each row.
PlotPointer divided_entropies(const std::shared_ptr<const DividedDocument>& document);
/// All rows, with a heatmap for each divisor.
PlotPointer divided_heatmaps(const std::shared_ptr<const DividedDocument>& document);

}  // namespace attention_lab
