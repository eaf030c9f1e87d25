#include "app/export/cairo_text.h"

#include <string>
#include <vector>

#include "app/export/text_placement.h"

namespace attention_lab {
namespace {

constexpr double quarter_turn = 1.57079632679489662;

/// Characters that stand beside each other and have one font, as Cairo takes them.
class GlyphRun {
 public:
  GlyphRun(cairo_t* cairo, double size, bool is_exact) : cairo_(cairo), size_(size), is_exact_(is_exact) {}

  void add(const FigureGlyph& glyph, std::string_view character, double x, double y) {
    if (!glyph.is_visible()) {
      // Nothing to draw: it belongs to the letter before it, for whoever copies the text.
      if (!clusters_.empty()) append(character, clusters_.back());
      return;
    }
    if (glyph.face != face_) flush();
    face_ = glyph.face;
    glyphs_.push_back({glyph.index, x, y});
    clusters_.push_back({0, 1});
    append(character, clusters_.back());
  }

  void flush() {
    if (glyphs_.empty()) return;
    cairo_set_font_face(cairo_, face_);
    cairo_set_font_size(cairo_, size_);
    const int count = static_cast<int>(glyphs_.size());
    if (is_exact_) {
      cairo_glyph_path(cairo_, glyphs_.data(), count);
      cairo_fill(cairo_);
    } else {
      cairo_show_text_glyphs(cairo_, text_.data(), static_cast<int>(text_.size()), glyphs_.data(), count,
                             clusters_.data(), static_cast<int>(clusters_.size()),
                             static_cast<cairo_text_cluster_flags_t>(0));
    }
    glyphs_.clear();
    clusters_.clear();
    text_.clear();
  }

 private:
  void append(std::string_view character, cairo_text_cluster_t& cluster) {
    text_ += character;
    cluster.num_bytes += static_cast<int>(character.size());
  }

  cairo_t* cairo_;
  double size_;
  bool is_exact_;
  cairo_font_face_t* face_ = nullptr;
  std::string text_;
  std::vector<cairo_glyph_t> glyphs_;
  std::vector<cairo_text_cluster_t> clusters_;
};

void draw_run(cairo_t* cairo, const TextRun& run, Point baseline, FontWeight weight, const FigureFonts& fonts,
              bool is_exact) {
  const auto size = static_cast<double>(run.size);
  if (!(size > 0)) return;
  GlyphRun glyphs(cairo, size, is_exact);
  const double x = static_cast<double>(baseline.x + run.x);
  const double y = static_cast<double>(baseline.y - run.rise);
  for (const PlacedGlyph& placed : glyphs_of(run, weight, fonts))
    glyphs.add(placed.glyph, placed.character, x + placed.x * size, y);
  glyphs.flush();
}

}  // namespace

void set_colour(cairo_t* cairo, Colour colour) {
  constexpr double most = 255;
  cairo_set_source_rgba(cairo, colour.red / most, colour.green / most, colour.blue / most,
                        colour.alpha / most);
}

void draw_text(cairo_t* cairo, const Text& text, const FigureFonts& fonts, bool is_exact) {
  if (text.text.empty()) return;
  const TextLayout layout = layout_of(text, fonts);
  const Point baseline = baseline_of(text, layout.width);
  set_colour(cairo, text.colour);
  if (text.is_turned) {
    cairo_save(cairo);
    cairo_translate(cairo, static_cast<double>(text.position.x), static_cast<double>(text.position.y));
    cairo_rotate(cairo, -quarter_turn);
  }
  for (const TextRun& run : layout.runs) draw_run(cairo, run, baseline, text.weight, fonts, is_exact);
  if (text.is_turned) cairo_restore(cairo);
}

}  // namespace attention_lab
