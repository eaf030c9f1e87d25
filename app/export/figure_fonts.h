// The fonts of pictures: text widths, glyphs and their positions.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <cairo.h>

#include "core/result.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/rich_text.h"

struct FT_FaceRec_;

namespace attention_lab {

/// A character's glyph.
struct FigureGlyph {
  cairo_font_face_t* face = nullptr;  ///< null for invisible characters (joiners, variation selectors)
  FT_FaceRec_* font = nullptr;        ///< the same face for FreeType
  unsigned index = 0;                 ///< of the glyph in the face
  double advance = 0;                 ///< in multiples of the font size
  bool is_box = false;                ///< no font has the character

  bool is_visible() const { return face != nullptr; }
};

/// Roboto, DejaVu Sans for characters that it lacks, then the system's fonts. Characters that no font has are
/// boxes, and those that no file can contain (is_showable) are U+FFFD, so that all formats look the same. The
/// font size is the em, as in print. There is no hinting or kerning, so that widths are linear in the size
/// and a figure has the same layout at every size. Files are opened on demand. Not thread-safe.
class FigureFonts : public TextMetrics {
 public:
  /// Errors: not_found, naming the Debian package of the missing font.
  static Result<std::unique_ptr<FigureFonts>> open();

  FigureFonts(const FigureFonts&) = delete;
  FigureFonts& operator=(const FigureFonts&) = delete;
  ~FigureFonts() override;

  float width(std::string_view text, float size, FontWeight weight) const override;
  bool has(char32_t code_point) const override;

  const FigureGlyph& glyph(char32_t code_point, FontWeight weight) const;

 private:
  class Face;

  FigureFonts();
  FigureGlyph find(char32_t code_point, FontWeight weight) const;
  const Face* symbols() const;
  const Face* system_face_with(char32_t code_point) const;

  // Caches; their contents depend only on the fonts of the machine.
  mutable std::array<std::unordered_map<char32_t, FigureGlyph>, font_weights> glyphs_;  // by weight
  mutable std::array<std::unique_ptr<Face>, font_weights> text_faces_;                  // by weight
  mutable std::unique_ptr<Face> symbol_face_;
  mutable std::map<std::pair<std::string, int>, std::unique_ptr<Face>> system_faces_;  // by file and index
};

/// The runs of a text. Plain text has a single run.
TextLayout layout_of(const Text& text, const TextMetrics& metrics);

/// The start of the baseline. For rotated text: before the rotation, relative to the anchor point.
Point baseline_of(const Text& text, float width);

/// One character of a run.
struct PlacedGlyph {
  FigureGlyph glyph;
  /// Valid UTF-8 that every file can contain (is_showable), even if the run cannot.
  std::string_view character;
  double x = 0;  ///< from the start of the run, in multiples of the font size
};

/// The result refers to `run`.
std::vector<PlacedGlyph> glyphs_of(const TextRun& run, FontWeight weight, const FigureFonts& fonts);

}  // namespace attention_lab
