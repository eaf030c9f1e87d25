// Locates the fonts of this machine: the same ones for the screen and for pictures.
#pragma once

#include <filesystem>
#include <optional>
#include <set>

#include "core/result.h"
#include "ui/figures/base/rich_text.h"

namespace attention_lab {

/// Roboto, and DejaVu Sans Mono for code: from ../share/attention-lab/fonts relative to the program's folder,
/// from the distribution's folder, or from wherever fontconfig finds it. Errors: not_found, naming the Debian
/// package; nothing can be shown without them.
Result<std::filesystem::path> text_font_file(FontWeight weight);

/// DejaVu Sans, for the symbols that Roboto lacks. Errors: as text_font_file.
Result<std::filesystem::path> symbol_font_file();

/// An installed font that is not one of ours.
struct SystemFont {
  std::filesystem::path file;
  int index = 0;               ///< of the face in the file
  std::set<char32_t> covered;  ///< the requested characters that it has
};

/// The outline font that has the first of the requested characters, independent of earlier requests; nullopt
/// if there is none. The first call in a process is slow (some 20 ms), so ask only for characters that our
/// own fonts lack.
std::optional<SystemFont> find_system_font(const std::set<char32_t>& wanted);

}  // namespace attention_lab
