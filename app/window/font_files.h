// Loads the fonts of the screen from their files.
#pragma once

#include <set>
#include <vector>

#include "core/result.h"
#include "ui/widgets/fonts.h"

namespace attention_lab {

/// Roboto, DejaVu Sans Mono and DejaVu Sans. Errors: not_found, naming the Debian package; nothing can be
/// shown without them.
Result<FontFiles> load_font_files();

/// Finds system fonts for characters that our own fonts lack.
class SystemFonts {
 public:
  /// Adds fonts for those characters of fonts.missing() that were not searched for before.
  void add_for_missing(FontBook& fonts);

 private:
  std::set<char32_t> asked_;
};

}  // namespace attention_lab
