#include "app/export/text_placement.h"

#include "core/words/utf8.h"

namespace attention_lab {
namespace {

std::string_view clean(std::string_view text, std::size_t at, const CodePoint& c) {
  return c.is_valid && is_showable(c.value) ? text.substr(at, c.size) : replacement_text;
}

}  // namespace

TextLayout layout_of(const Text& text, const TextMetrics& metrics) {
  if (text.is_markup) return layout_markup(text.text, text.size, text.weight, metrics);
  const float width = metrics.width(text.text, text.size, text.weight);
  return {{{text.text, 0, 0, text.size, width}}, width};
}

Point baseline_of(const Text& text, float width) {
  Point baseline = text.is_turned ? Point{} : text.position;
  if (text.horizontal == HorizontalAnchor::centre) baseline.x -= width / 2;
  if (text.horizontal == HorizontalAnchor::right) baseline.x -= width;
  if (text.vertical == VerticalAnchor::middle) baseline.y += text.size * baseline_below_middle;
  if (text.vertical == VerticalAnchor::top) baseline.y += text.size;
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
