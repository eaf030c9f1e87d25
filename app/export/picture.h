// A figure as a file: PNG, SVG or PDF.
#pragma once

#include <optional>
#include <string>

#include "app/export/export_progress.h"
#include "app/export/figure_fonts.h"
#include "core/result.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/page.h"

namespace attention_lab {

/// The bytes of the file; the same for the same picture, run after run. The page is filled with the
/// background, or stays transparent without one. A PNG has page.pixel_width × page.pixel_height pixels and
/// says page.dpi; SVG and PDF are as large as the page on paper.
/// Errors: cancelled; over_limit where memory runs out.
Result<std::string> encode_picture(const DisplayList& list, const Page& page,
                                   std::optional<Colour> background, PictureFormat format,
                                   const FigureFonts& fonts, ExportProgress* progress = nullptr);

/// The list as an SVG file, as large as the page on paper. Written here rather than by Cairo, whose files are
/// twice as large, blur letters at 1/64 of a point, smooth images, name things differently each time, and
/// carry no labels. Letters are outlines, each defined once, so that the picture looks the same where the
/// fonts are missing; every text carries its characters as a label. Errors: cancelled; over_limit where
/// memory runs out.
Result<std::string> encode_svg(const DisplayList& list, const Page& page, std::optional<Colour> background,
                               const FigureFonts& fonts, ExportProgress* progress = nullptr);

}  // namespace attention_lab
