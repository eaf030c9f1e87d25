// The canvas of SVG files.
#pragma once

#include <optional>
#include <string>

#include "app/export/export_progress.h"
#include "app/export/figure_fonts.h"
#include "core/result.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/page.h"

namespace attention_lab {

/// The list as an SVG file, as large as the page on paper. Written here rather than by Cairo, whose files are
/// twice as large, blur letters at 1/64 of a point, smooth images, name things differently each time, and
/// carry no labels. Letters are outlines, each defined once, so that the picture looks the same where the
/// fonts are missing; every text carries its characters as a label. Errors: cancelled; over_limit where
/// memory runs out.
Result<std::string> encode_svg(const DisplayList& list, const Page& page, std::optional<Colour> background,
                               const FigureFonts& fonts, ExportProgress* progress = nullptr);

}  // namespace attention_lab
