// The canvas of PNG and PDF: replays a display list with Cairo.
#pragma once

#include <optional>

#include <cairo.h>

#include "app/export/export_progress.h"
#include "app/export/figure_fonts.h"
#include "core/result.h"
#include "ui/figures/base/display_list.h"

namespace attention_lab {

enum class CanvasKind {
  pixels,  ///< rectangles and level lines on whole pixels, so that they are crisp and exactly of their colour
  vectors,  ///< everything where it is, text as text
};

/// Fills the surface with the background and draws the list on it, its upper left corner at the origin, one
/// unit of its page `scale` units of the surface large.
/// Errors: cancelled; over_limit where memory runs out.
Status draw_picture(cairo_surface_t* surface, const DisplayList& list, std::optional<Colour> background,
                    const FigureFonts& fonts, CanvasKind kind, double scale, ExportPart progress = {});

}  // namespace attention_lab
