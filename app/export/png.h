// Surfaces of Cairo with pixels, and PNG from them.
#pragma once

#include <memory>
#include <string>

#include <cairo.h>

#include "app/export/export_progress.h"
#include "core/result.h"
#include "ui/figures/base/display_list.h"

namespace attention_lab {

using CairoSurface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;

/// CAIRO_FORMAT_RGB24 where all colours are opaque, else CAIRO_FORMAT_ARGB32. Its status says whether there
/// was memory for it.
CairoSurface surface_of(const Pixels& pixels);

struct PngShape {
  int width = 1;
  int height = 1;
  bool is_opaque = true;  ///< three channels instead of four
  double dpi = 300;
};

/// A PNG file in the making, band by band from the top, so that a large picture needs no memory for all of
/// it.
class PngWriter {
 public:
  explicit PngWriter(const PngShape& shape);
  ~PngWriter();
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  /// The first `rows` rows of the surface: CAIRO_FORMAT_RGB24, or CAIRO_FORMAT_ARGB32 where the picture is
  /// not opaque. Errors: cancelled; over_limit where memory runs out.
  Status add(cairo_surface_t* surface, int rows, ExportPart progress = {});
  /// The file, once all rows are in.
  Result<std::string> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The whole surface as a PNG. Errors: over_limit where memory runs out.
Result<std::string> encode_png(cairo_surface_t* surface, double dpi);

}  // namespace attention_lab
