// Where the parts of a text stand: the same on every canvas.
#pragma once

#include <string_view>
#include <vector>

#include "app/export/figure_fonts.h"
#include "ui/figures/base/display_list.h"

namespace attention_lab {

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
