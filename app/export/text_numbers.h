// The numbers of a plot as text for other programs.
#pragma once

#include <string>
#include <string_view>

#include "ui/figures/base/plot.h"
#include "ui/lab/text_format.h"

namespace attention_lab {

/// In the formats of matrix_as_text, but in double precision: CSV, TSV, NumPy and PyTorch have every digit,
/// Markdown and LaTeX six. `name` becomes the variable of NumPy and PyTorch, "variance-histogram" as
/// variance_histogram. TSV has its header row and labels here, for nothing pastes it back.
std::string table_as_text(const NumberTable& table, std::string_view name, TextFormat format);

}  // namespace attention_lab
