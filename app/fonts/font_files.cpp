#include "app/fonts/font_files.h"

#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <fontconfig/fontconfig.h>

#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// One of the program's fonts: its file name, family and Debian package.
struct OwnFont {
  const char* file;
  const char* family;
  int weight;
  const char* package;
};

constexpr OwnFont regular = {"Roboto-Regular.ttf", "Roboto", FC_WEIGHT_REGULAR, "fonts-roboto-unhinted"};
constexpr OwnFont medium = {"Roboto-Medium.ttf", "Roboto", FC_WEIGHT_MEDIUM, "fonts-roboto-unhinted"};
constexpr OwnFont code_font = {"DejaVuSansMono.ttf", "DejaVu Sans Mono", FC_WEIGHT_REGULAR,
                               "fonts-dejavu-core"};
constexpr OwnFont symbols = {"DejaVuSans.ttf", "DejaVu Sans", FC_WEIGHT_REGULAR, "fonts-dejavu-core"};

/// The folders searched first: beside the program, and those of Debian and its derivatives. This takes no
/// time, while fontconfig takes some 20 ms.
const std::vector<std::filesystem::path>& font_folders() {
  static const std::vector<std::filesystem::path> folders = [] {
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    return std::vector<std::filesystem::path>{
        program.empty() ? program : program.parent_path().parent_path() / "share/attention-lab/fonts",
        "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF",
        "/usr/share/fonts/truetype/roboto",
        "/usr/share/fonts/google-roboto",
        "/usr/share/fonts/truetype/dejavu",
        "/usr/share/fonts/dejavu",
        "/usr/share/fonts/dejavu-sans-fonts",
    };
  }();
  return folders;
}

using Pattern = std::unique_ptr<FcPattern, void (*)(FcPattern*)>;

/// Finds fonts that are installed elsewhere, such as in the user's own folder.
std::optional<std::filesystem::path> ask_fontconfig(const OwnFont& font) {
  const Pattern wanted(
      FcPatternBuild(nullptr, FC_FAMILY, FcTypeString, font.family, FC_WEIGHT, FcTypeInteger, font.weight,
                     FC_SLANT, FcTypeInteger, FC_SLANT_ROMAN, FC_SCALABLE, FcTypeBool, FcTrue, nullptr),
      FcPatternDestroy);
  FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult outcome = FcResultNoMatch;
  const Pattern found(FcFontMatch(nullptr, wanted.get(), &outcome), FcPatternDestroy);
  FcChar8* family = nullptr;
  FcChar8* path = nullptr;
  const bool is_it = found != nullptr &&
                     FcPatternGetString(found.get(), FC_FAMILY, 0, &family) == FcResultMatch &&
                     std::string_view(reinterpret_cast<const char*>(family)) == font.family &&
                     FcPatternGetString(found.get(), FC_FILE, 0, &path) == FcResultMatch;
  if (!is_it) return std::nullopt;  // fontconfig always returns some font
  return std::filesystem::path(reinterpret_cast<const char*>(path));
}

Result<std::filesystem::path> find_own_font(const OwnFont& font) {
  for (const std::filesystem::path& folder : font_folders()) {
    std::filesystem::path file = folder / font.file;
    if (::access(file.c_str(), R_OK) == 0) return file;
  }
  if (std::optional<std::filesystem::path> file = ask_fontconfig(font)) return *std::move(file);
  return Error{ErrorCode::not_found,
               filled("A font is missing: install the package <package>.", {{"package", font.package}})};
}

/// All fonts of the system, those preferred for plain text first. The order is fixed once, so that the font
/// of a character does not depend on earlier requests.
const FcFontSet* system_fonts() {
  static const FcFontSet* const fonts = [] {
    const Pattern pattern(FcPatternCreate(), FcPatternDestroy);
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
  switch (weight) {
    case FontWeight::regular: return find_own_font(regular);
    case FontWeight::medium: return find_own_font(medium);
    case FontWeight::code: return find_own_font(code_font);
  }
  return find_own_font(regular);
}

Result<std::filesystem::path> symbol_font_file() {
  return find_own_font(symbols);
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
