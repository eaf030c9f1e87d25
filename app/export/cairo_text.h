// Text on Cairo: as glyphs, so that the text of a PDF can be selected and searched.
#pragma once

#include <cairo.h>

#include "app/export/figure_fonts.h"
#include "ui/figures/base/display_list.h"

namespace attention_lab {

/// Draws one text. `position` and `size` are in units of the surface. With `is_exact`, letters stand between
/// pixels where they belong, at the price of speed; surfaces without pixels do not need it.
void draw_text(cairo_t* cairo, const Text& text, const FigureFonts& fonts, bool is_exact);

/// Sets the colour that fills and strokes use next.
void set_colour(cairo_t* cairo, Colour colour);

}  // namespace attention_lab
