// The canvas for PNG and PDF: draws a display list with Cairo.
#pragma once

#include <optional>

#include <cairo.h>

#include "app/export/export_progress.h"
#include "app/export/figure_fonts.h"
#include "core/result.h"
#include "ui/figures/base/display_list.h"

namespace attention_lab {

enum class CanvasKind {
  pixels,  ///< rectangles and horizontal or vertical lines on whole pixels, for sharp edges and exact colours
  vectors,  ///< everything at its exact position, text as text
};

/// Fills the surface with the background and draws the list in its upper left corner; `scale` is the size of
/// a page unit in units of the surface. Errors: cancelled; over_limit if memory runs out.
Status draw_picture(cairo_surface_t* surface, const DisplayList& list, std::optional<Colour> background,
                    const FigureFonts& fonts, CanvasKind kind, double scale, ExportPart progress = {});

}  // namespace attention_lab
