// The outlines of glyphs for SVG.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "app/export/figure_fonts.h"

namespace attention_lab {

/// The glyphs that a picture uses, each defined once, in units of its font.
class SvgGlyphs {
 public:
  /// The name to use it by; empty for a glyph without outline, such as a space.
  std::string name_of(const FigureGlyph& glyph);

  /// <path> elements, to stand within <defs>.
  const std::string& definitions() const { return definitions_; }

  /// How many of its font's units make one em.
  static double units_per_em(const FigureGlyph& glyph);

 private:
  std::map<std::pair<FT_FaceRec_*, unsigned>, std::string> names_;
  std::string definitions_;
  int count_ = 0;
};

}  // namespace attention_lab
