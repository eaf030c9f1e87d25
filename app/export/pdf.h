// The canvas of PDF files.
#pragma once

#include <optional>
#include <string>

#include "app/export/export_progress.h"
#include "app/export/figure_fonts.h"
#include "core/result.h"
#include "ui/figures/base/display_list.h"
#include "ui/figures/base/page.h"

namespace attention_lab {

/// The list as a PDF of one page, its fonts embedded, its text to be selected and searched, without a date.
/// Errors: cancelled; over_limit where memory runs out.
Result<std::string> encode_pdf(const DisplayList& list, const Page& page, std::optional<Colour> background,
                               const FigureFonts& fonts, ExportProgress* progress = nullptr);

}  // namespace attention_lab
