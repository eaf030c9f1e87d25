#include "ui/lab/export_format.h"

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

std::string_view to_string(const ExportFormat& format) {
  return std::visit([](auto one) { return to_string(one); }, format);
}

std::string_view ending_of(const ExportFormat& format) {
  if (const auto* picture = std::get_if<PictureFormat>(&format)) return to_string(*picture);
  return ending_of(std::get<TextFormat>(format));
}

std::optional<ExportFormat> export_format_from(std::string_view text) {
  if (const auto picture = picture_format_from(text)) return *picture;
  if (const auto written = text_format_from(text)) return *written;
  return std::nullopt;
}

}  // namespace attention_lab
