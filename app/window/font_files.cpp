#include "app/window/font_files.h"

#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include <fontconfig/fontconfig.h>

#include "app/files/text_file.h"

namespace attention_lab {
namespace {

constexpr std::uintmax_t font_size_limit = std::uintmax_t{64} << 20;

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

Result<std::vector<unsigned char>> load(const std::filesystem::path& path) {
  Result<std::string> content = read_file(path, font_size_limit);
  if (!content) return content.error();
  return std::vector<unsigned char>(content->begin(), content->end());
}

Result<std::vector<unsigned char>> load(const Candidates& candidates) {
  for (const char* path : candidates.paths) {
    if (Result<std::vector<unsigned char>> font = load(std::filesystem::path(path))) return font;
  }
  return Error{ErrorCode::not_found,
               std::string("A font is missing: install the package ") + candidates.package + ".", ""};
}

}  // namespace

Result<FontFiles> load_font_files() {
  Result<std::vector<unsigned char>> regular_font = load(regular);
  if (!regular_font) return regular_font.error();
  Result<std::vector<unsigned char>> medium_font = load(medium);
  if (!medium_font) return medium_font.error();
  Result<std::vector<unsigned char>> symbol_font = load(symbols);
  if (!symbol_font) return symbol_font.error();
  return FontFiles{
      std::move(regular_font).value(), std::move(medium_font).value(), {std::move(symbol_font).value()}};
}

void SystemFonts::add_for_missing(FontBook& fonts) {
  std::set<char32_t> wanted;
  for (const char32_t c : fonts.missing()) {
    if (asked_.insert(c).second) wanted.insert(c);
  }
  while (!wanted.empty()) {
    const std::unique_ptr<FcCharSet, void (*)(FcCharSet*)> characters(FcCharSetCreate(), FcCharSetDestroy);
    FcCharSetAddChar(characters.get(), *wanted.begin());
    const std::unique_ptr<FcPattern, void (*)(FcPattern*)> pattern(FcPatternCreate(), FcPatternDestroy);
    FcPatternAddCharSet(pattern.get(), FC_CHARSET, characters.get());
    FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
    FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult outcome = FcResultNoMatch;
    const std::unique_ptr<FcPattern, void (*)(FcPattern*)> match(
        FcFontMatch(nullptr, pattern.get(), &outcome), FcPatternDestroy);
    FcChar8* path = nullptr;
    FcCharSet* covered = nullptr;
    const bool has_it = match && FcPatternGetString(match.get(), FC_FILE, 0, &path) == FcResultMatch &&
                        FcPatternGetCharSet(match.get(), FC_CHARSET, 0, &covered) == FcResultMatch &&
                        FcCharSetHasChar(covered, *wanted.begin()) == FcTrue;
    if (!has_it) {
      wanted.erase(wanted.begin());  // no font has it: it stays a box
      continue;
    }
    if (Result<std::vector<unsigned char>> font =
            load(std::filesystem::path(reinterpret_cast<const char*>(path)))) {
      fonts.add_fallback(std::move(font).value());
    }
    // One font usually has the whole script.
    for (auto c = wanted.begin(); c != wanted.end();)
      c = FcCharSetHasChar(covered, *c) == FcTrue ? wanted.erase(c) : std::next(c);
  }
}

}  // namespace attention_lab
