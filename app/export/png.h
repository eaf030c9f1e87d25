// PNG from the pixels of Cairo.
#pragma once

#include <string>

#include <cairo.h>

#include "app/export/export_progress.h"
#include "core/result.h"

namespace attention_lab {

/// The surface (CAIRO_FORMAT_RGB24, or CAIRO_FORMAT_ARGB32 where it is transparent) as a PNG file with its
/// resolution in it. `progress->done` rises from `done_before` to 1.
/// Errors: cancelled; over_limit where memory runs out.
Result<std::string> encode_png(cairo_surface_t* surface, double dpi, ExportProgress* progress = nullptr,
                               float done_before = 0);

}  // namespace attention_lab
