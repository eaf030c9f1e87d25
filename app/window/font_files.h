// The fonts of the screen, read from their files.
#pragma once

#include <set>
#include <vector>

#include "core/result.h"
#include "ui/widgets/fonts.h"

namespace attention_lab {

/// Roboto and DejaVu Sans. Errors: not_found, naming the Debian package; without them nothing can be shown.
Result<FontFiles> load_font_files();

/// Asks the system for fonts that have characters which ours lack.
class SystemFonts {
 public:
  /// Adds to `fonts` what has characters of fonts.missing() that were not asked for before.
  void add_for_missing(FontBook& fonts);

 private:
  std::set<char32_t> asked_;
};

}  // namespace attention_lab
