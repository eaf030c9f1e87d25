// The file formats for exported pictures and numbers.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <variant>

#include "ui/figures/base/page.h"

namespace attention_lab {

/// Text formats in which a matrix or a document can be copied or exported.
enum class TextFormat { csv, tsv, markdown, latex, latex_table, numpy, pytorch };

inline constexpr std::array all_text_formats = {
    TextFormat::csv,         TextFormat::tsv,   TextFormat::markdown, TextFormat::latex,
    TextFormat::latex_table, TextFormat::numpy, TextFormat::pytorch};

/// The name on the command line: "csv", "latex_table", …
std::string_view to_string(TextFormat format);
std::optional<TextFormat> text_format_from(std::string_view text);
/// The name in menus: "CSV", "LaTeX matrix", …
std::string_view title_of(TextFormat format);
/// The file extension without the dot: "csv", "tsv", "md", "tex", "py".
std::string_view ending_of(TextFormat format);

/// The format of a picture, or of numbers as text.
using ExportFormat = std::variant<PictureFormat, TextFormat>;
std::string_view to_string(const ExportFormat& format);
std::string_view ending_of(const ExportFormat& format);
std::optional<ExportFormat> export_format_from(std::string_view text);

}  // namespace attention_lab
