// Encodes a figure as PNG, SVG or PDF.
#pragma once

#include <optional>
#include <string>

#include "app/export/export_progress.h"
#include "app/export/figure_fonts.h"
#include "core/result.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/page.h"

namespace attention_lab {

/// The contents of the file; always the same bytes for the same picture. The list is scaled to the page.
/// Without a background, the page is transparent. A PNG has page.pixel_width × page.pixel_height pixels and
/// the resolution page.dpi; SVG and PDF have the page's size on paper. Errors: cancelled; over_limit if
/// memory runs out.
Result<std::string> encode_picture(const DisplayList& list, const Page& page,
                                   std::optional<Colour> background, PictureFormat format,
                                   const FigureFonts& fonts, ExportProgress* progress = nullptr);

/// The list as an SVG file with the page's size on paper. We do not use Cairo for SVG: its files are twice as
/// large, round letters to 1/64 of a point, smooth images, have different names each time, and lack labels.
/// Letters are outlines, each defined once, so that the picture looks the same without the fonts; each text
/// has its characters as a label. Errors: cancelled; over_limit if memory runs out.
Result<std::string> encode_svg(const DisplayList& list, const Page& page, std::optional<Colour> background,
                               const FigureFonts& fonts, ExportProgress* progress = nullptr);

}  // namespace attention_lab
