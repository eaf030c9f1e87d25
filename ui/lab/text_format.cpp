#include "ui/lab/text_format.h"

namespace attention_lab {

std::string_view to_string(TextFormat format) {
  switch (format) {
    case TextFormat::csv: return "csv";
    case TextFormat::tsv: return "tsv";
    case TextFormat::markdown: return "markdown";
    case TextFormat::latex: return "latex";
    case TextFormat::latex_table: return "latex_table";
    case TextFormat::numpy: return "numpy";
    case TextFormat::pytorch: return "pytorch";
  }
  return {};
}

std::optional<TextFormat> text_format_from(std::string_view text) {
  for (const TextFormat format : all_text_formats) {
    if (to_string(format) == text) return format;
  }
  return std::nullopt;
}

std::string_view title_of(TextFormat format) {
  switch (format) {
    case TextFormat::csv: return "CSV";
    case TextFormat::tsv: return "TSV, for spreadsheets";
    case TextFormat::markdown: return "Markdown table";
    case TextFormat::latex: return "LaTeX matrix";
    case TextFormat::latex_table: return "LaTeX table";
    case TextFormat::numpy: return "NumPy";
    case TextFormat::pytorch: return "PyTorch";
  }
  return {};
}

std::string_view ending_of(TextFormat format) {
  switch (format) {
    case TextFormat::csv: return "csv";
    case TextFormat::tsv: return "tsv";
    case TextFormat::markdown: return "md";
    case TextFormat::latex:
    case TextFormat::latex_table: return "tex";
    case TextFormat::numpy:
    case TextFormat::pytorch: return "py";
  }
  return {};
}

}  // namespace attention_lab
