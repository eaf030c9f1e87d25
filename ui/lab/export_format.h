// The formats in which pictures and numbers leave the program.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <variant>

#include "ui/figures/base/page.h"

namespace attention_lab {

/// The kinds of text as which a matrix or a document can be copied or exported.
enum class TextFormat { csv, tsv, markdown, latex, latex_table, numpy, pytorch };

inline constexpr std::array all_text_formats = {
    TextFormat::csv,         TextFormat::tsv,   TextFormat::markdown, TextFormat::latex,
    TextFormat::latex_table, TextFormat::numpy, TextFormat::pytorch};

/// The name on the command line: "csv", "latex_table", …
std::string_view to_string(TextFormat format);
std::optional<TextFormat> text_format_from(std::string_view text);
/// As menus write it: "CSV", "LaTeX matrix", …
std::string_view title_of(TextFormat format);
/// Of files, without the dot: "csv", "tsv", "md", "tex", "py".
std::string_view ending_of(TextFormat format);

/// A picture, or numbers as text.
using ExportFormat = std::variant<PictureFormat, TextFormat>;
std::string_view to_string(const ExportFormat& format);
std::string_view ending_of(const ExportFormat& format);
std::optional<ExportFormat> export_format_from(std::string_view text);

}  // namespace attention_lab
