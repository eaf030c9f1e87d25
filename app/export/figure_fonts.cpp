#include "app/export/figure_fonts.h"

#include <filesystem>
#include <ft2build.h>
#include <mutex>

#include <cairo-ft.h>

#include FT_FREETYPE_H
#include FT_ADVANCES_H

#include "app/fonts/font_files.h"
#include "core/words/utf8.h"
#include "ui/figures/base/labels.h"

namespace attention_lab {
namespace {

constexpr char32_t box = 0x25A1;

/// The FreeType library. It is never closed, since Cairo caches faces until the program ends.
struct FreeType {
  FT_Library library = nullptr;
  std::mutex mutex;  // guards opening and closing faces, which must not happen in two threads at once

  FreeType() {
    if (FT_Init_FreeType(&library) != 0) library = nullptr;
  }
};

FreeType& free_type() {
  static FreeType* const instance = new FreeType;
  return *instance;
}

void close_face(void* face) {
  const std::lock_guard lock(free_type().mutex);
  FT_Done_Face(static_cast<FT_Face>(face));
}

/// Characters that join or modify their neighbours and are not drawn themselves.
bool is_invisible(char32_t c) {
  return (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2064) ||
         (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || c == 0xAD || (c >= 0xE0000 && c <= 0xE0FFF);
}

std::size_t index_of(FontWeight weight) {
  return static_cast<std::size_t>(weight);
}

std::string_view clean(std::string_view text, std::size_t at, const CodePoint& c) {
  return c.is_valid && is_showable(c.value) ? text.substr(at, c.size) : replacement_text;
}

}  // namespace

/// An open font file, for FreeType and for Cairo.
class FigureFonts::Face {
 public:
  /// Null if FreeType cannot read the file or if the font has no outlines.
  static std::unique_ptr<Face> open(const std::filesystem::path& file, int index) {
    FT_Face face = nullptr;
    {
      const std::lock_guard lock(free_type().mutex);
      if (free_type().library == nullptr || FT_New_Face(free_type().library, file.c_str(), index, &face) != 0)
        return nullptr;
    }
    if (!FT_IS_SCALABLE(face)) {
      close_face(face);
      return nullptr;
    }
    return std::unique_ptr<Face>(new Face(face));
  }

  Face(const Face&) = delete;
  Face& operator=(const Face&) = delete;
  ~Face() { cairo_font_face_destroy(cairo_face_); }

  /// Whether the font has the character; if so, sets `glyph`.
  bool find(char32_t code_point, FigureGlyph& glyph) const {
    const FT_UInt index = FT_Get_Char_Index(face_, code_point);
    if (index == 0) return false;
    FT_Fixed advance = 0;
    if (FT_Get_Advance(face_, index, FT_LOAD_NO_SCALE | FT_LOAD_IGNORE_TRANSFORM, &advance) != 0)
      return false;
    glyph = {cairo_face_, face_, index, static_cast<double>(advance) / face_->units_per_EM, false};
    return true;
  }

 private:
  explicit Face(FT_Face face)
      : face_(face), cairo_face_(cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING)) {
    // Cairo may use the face longer than we do; the last user closes it.
    static cairo_user_data_key_t key;
    cairo_font_face_set_user_data(cairo_face_, &key, face, close_face);
  }

  FT_Face face_;
  cairo_font_face_t* cairo_face_;
};

FigureFonts::FigureFonts() = default;
FigureFonts::~FigureFonts() = default;

Result<std::unique_ptr<FigureFonts>> FigureFonts::open() {
  std::unique_ptr<FigureFonts> fonts(new FigureFonts);
  for (const FontWeight weight : {FontWeight::regular, FontWeight::medium, FontWeight::code}) {
    const Result<std::filesystem::path> file = text_font_file(weight);
    if (!file) return file.error();
    std::unique_ptr<Face>& face = fonts->text_faces_[index_of(weight)];
    face = Face::open(*file, 0);
    if (!face) return Error{ErrorCode::not_readable, "This font cannot be used.", file->string()};
  }
  if (const Result<std::filesystem::path> file = symbol_font_file(); !file) return file.error();
  return fonts;
}

float FigureFonts::width(std::string_view text, float size, FontWeight weight) const {
  double width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    width += glyph(c.value, weight).advance;
    at += c.size;
  }
  return static_cast<float>(width * static_cast<double>(size));
}

bool FigureFonts::has(char32_t code_point) const {
  return !glyph(code_point, FontWeight::regular).is_box;
}

const FigureGlyph& FigureFonts::glyph(char32_t code_point, FontWeight weight) const {
  auto& known = glyphs_[index_of(weight)];
  if (const auto found = known.find(code_point); found != known.end()) return found->second;
  return known.emplace(code_point, find(code_point, weight)).first->second;
}

FigureGlyph FigureFonts::find(char32_t code_point, FontWeight weight) const {
  if (!is_showable(code_point)) return find(replacement_character, weight);
  FigureGlyph glyph;
  if (is_invisible(code_point)) return glyph;
  if (text_faces_[index_of(weight)]->find(code_point, glyph)) return glyph;
  const Face* symbols = this->symbols();
  if (symbols != nullptr && symbols->find(code_point, glyph)) return glyph;
  const Face* other = system_face_with(code_point);
  if (other != nullptr && other->find(code_point, glyph)) return glyph;
  if (symbols != nullptr) symbols->find(box, glyph);
  glyph.is_box = true;
  return glyph;
}

const FigureFonts::Face* FigureFonts::symbols() const {
  if (!symbol_face_) {
    if (const Result<std::filesystem::path> file = symbol_font_file()) symbol_face_ = Face::open(*file, 0);
  }
  return symbol_face_.get();
}

const FigureFonts::Face* FigureFonts::system_face_with(char32_t code_point) const {
  const std::optional<SystemFont> found = find_system_font({code_point});
  if (!found) return nullptr;
  const auto key = std::make_pair(found->file.string(), found->index);
  const auto known = system_faces_.find(key);
  if (known != system_faces_.end()) return known->second.get();
  return system_faces_.emplace(key, Face::open(found->file, found->index)).first->second.get();
}

TextLayout layout_of(const Text& text, const TextMetrics& metrics) {
  if (text.is_markup) return layout_markup(text.text, text.size, text.weight, metrics);
  const float width = metrics.width(text.text, text.size, text.weight);
  return {{{text.text, 0, 0, text.size, width}}, width};
}

Point baseline_of(const Text& text, float width) {
  Point baseline = text.is_turned ? Point{} : text.position;
  baseline.x -= before_anchor(text.horizontal, width);
  baseline.y += below_anchor(text.vertical, text.size);
  return baseline;
}

std::vector<PlacedGlyph> glyphs_of(const TextRun& run, FontWeight weight, const FigureFonts& fonts) {
  std::vector<PlacedGlyph> glyphs;
  glyphs.reserve(run.text.size());
  double x = 0;
  for (std::size_t at = 0; at < run.text.size();) {
    const CodePoint c = code_point_at(run.text, at);
    glyphs.push_back({fonts.glyph(c.value, weight), clean(run.text, at, c), x});
    x += glyphs.back().glyph.advance;
    at += c.size;
  }
  return glyphs;
}

}  // namespace attention_lab
