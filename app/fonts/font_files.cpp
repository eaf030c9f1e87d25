#include "app/fonts/font_files.h"

#include <array>
#include <memory>
#include <string>
#include <unistd.h>

#include <fontconfig/fontconfig.h>

namespace attention_lab {
namespace {

struct Candidates {
  const char* package;
  std::array<const char*, 3> paths;
};

// Where Debian and its relatives put them.
constexpr Candidates regular = {"fonts-roboto-unhinted",
                                {"/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf",
                                 "/usr/share/fonts/truetype/roboto/Roboto-Regular.ttf",
                                 "/usr/share/fonts/google-roboto/Roboto-Regular.ttf"}};
constexpr Candidates medium = {"fonts-roboto-unhinted",
                               {"/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf",
                                "/usr/share/fonts/truetype/roboto/Roboto-Medium.ttf",
                                "/usr/share/fonts/google-roboto/Roboto-Medium.ttf"}};
constexpr Candidates symbols = {
    "fonts-dejavu-core",
    {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/dejavu/DejaVuSans.ttf",
     "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf"}};

Result<std::filesystem::path> first_readable(const Candidates& candidates) {
  for (const char* path : candidates.paths) {
    if (::access(path, R_OK) == 0) return std::filesystem::path(path);
  }
  return Error{ErrorCode::not_found,
               std::string("A font is missing: install the package ") + candidates.package + ".", ""};
}

/// All fonts of the system, those a person would choose for plain text first. One order for the life of the
/// program, so that which font shows a character does not depend on what was asked before.
const FcFontSet* system_fonts() {
  static const FcFontSet* const fonts = [] {
    const std::unique_ptr<FcPattern, void (*)(FcPattern*)> pattern(FcPatternCreate(), FcPatternDestroy);
    FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
    FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult outcome = FcResultNoMatch;
    return FcFontSort(nullptr, pattern.get(), FcTrue, nullptr, &outcome);
  }();
  return fonts;
}

}  // namespace

Result<std::filesystem::path> text_font_file(FontWeight weight) {
  return first_readable(weight == FontWeight::regular ? regular : medium);
}

Result<std::filesystem::path> symbol_font_file() {
  return first_readable(symbols);
}

std::optional<SystemFont> find_system_font(const std::set<char32_t>& wanted) {
  const FcFontSet* fonts = system_fonts();
  if (wanted.empty() || fonts == nullptr) return std::nullopt;
  for (int i = 0; i < fonts->nfont; ++i) {
    FcPattern* const candidate = fonts->fonts[i];
    FcChar8* path = nullptr;
    FcCharSet* covered = nullptr;
    FcBool has_outlines = FcFalse;
    const bool has_it = FcPatternGetCharSet(candidate, FC_CHARSET, 0, &covered) == FcResultMatch &&
                        FcCharSetHasChar(covered, *wanted.begin()) == FcTrue &&
                        FcPatternGetBool(candidate, FC_SCALABLE, 0, &has_outlines) == FcResultMatch &&
                        has_outlines == FcTrue &&
                        FcPatternGetString(candidate, FC_FILE, 0, &path) == FcResultMatch;
    if (!has_it) continue;
    SystemFont font;
    font.file = reinterpret_cast<const char*>(path);
    if (FcPatternGetInteger(candidate, FC_INDEX, 0, &font.index) != FcResultMatch) font.index = 0;
    for (const char32_t c : wanted) {
      if (FcCharSetHasChar(covered, c) == FcTrue) font.covered.insert(c);
    }
    return font;
  }
  return std::nullopt;
}

}  // namespace attention_lab
