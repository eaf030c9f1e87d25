// Where the fonts are on this machine: the same ones for the screen and for pictures.
#pragma once

#include <filesystem>
#include <optional>
#include <set>

#include "core/result.h"
#include "ui/figures/base/rich_text.h"

namespace attention_lab {

/// Roboto: in ../share/attention-lab/fonts beside the program's own folder, where distributions put it, or
/// wherever fontconfig knows it. Errors: not_found, naming the Debian package; without it nothing can be
/// shown.
Result<std::filesystem::path> text_font_file(FontWeight weight);

/// DejaVu Sans, for the symbols that Roboto lacks. Errors as text_font_file.
Result<std::filesystem::path> symbol_font_file();

/// A font that is installed, though not one of ours.
struct SystemFont {
  std::filesystem::path file;
  int index = 0;               ///< of the face in the file
  std::set<char32_t> covered;  ///< those of the wanted characters that it has
};

/// The outline font that shows the first of the wanted characters, the same one whatever was asked before;
/// nothing if there is none. The first call of the process takes long (some 20 ms): ask only for what our own
/// fonts lack.
std::optional<SystemFont> find_system_font(const std::set<char32_t>& wanted);

}  // namespace attention_lab
