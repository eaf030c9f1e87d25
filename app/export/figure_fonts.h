// The fonts of pictures: how wide texts are in them, the glyphs to draw them with, and where those stand.
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

/// One character of a font.
struct FigureGlyph {
  cairo_font_face_t* face = nullptr;  ///< empty for characters that show nothing (joiners, variants)
  FT_FaceRec_* font = nullptr;        ///< the same face, for FreeType
  unsigned index = 0;                 ///< in the face
  double advance = 0;                 ///< in font sizes
  bool is_box = false;                ///< no font has the character

  bool is_visible() const { return face != nullptr; }
};

/// Roboto, DejaVu Sans for what it lacks, then whatever the system has; a box for what no font has, and
/// U+FFFD for what no file can show (is_showable), so that all formats show the same. The font size is the
/// em, as print has it. Widths are linear in it: nothing is hinted or kerned, so that a figure is the same at
/// every size. Files are opened when the first character needs them. Not for two threads at once.
class FigureFonts : public TextMetrics {
 public:
  /// Errors: not_found, naming the Debian package of a font that is missing.
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

  // Caches: what they hold follows from the machine's fonts alone.
  mutable std::array<std::unordered_map<char32_t, FigureGlyph>, 2> glyphs_;  // by weight
  mutable std::array<std::unique_ptr<Face>, 2> text_faces_;                  // by weight
  mutable std::unique_ptr<Face> symbol_face_;
  mutable std::map<std::pair<std::string, int>, std::unique_ptr<Face>> system_faces_;  // by file and index
};

/// The runs of a text. A plain one has a single run.
TextLayout layout_of(const Text& text, const TextMetrics& metrics);

/// Where its baseline begins. For turned texts: seen from the anchor point, before the turn.
Point baseline_of(const Text& text, float width);

/// One character of a run.
struct PlacedGlyph {
  FigureGlyph glyph;
  std::string_view character;  ///< valid UTF-8 that every file can hold (is_showable), whatever the run holds
  double x = 0;                ///< from the run's beginning, in font sizes
};

/// Points into `run`.
std::vector<PlacedGlyph> glyphs_of(const TextRun& run, FontWeight weight, const FigureFonts& fonts);

}  // namespace attention_lab
