// Cairo surfaces with pixels, and PNG files made from them.
#pragma once

#include <memory>
#include <string>

#include <cairo.h>

#include "app/export/export_progress.h"
#include "core/result.h"
#include "ui/figures/base/display_list.h"

namespace attention_lab {

using CairoSurface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;

/// CAIRO_FORMAT_RGB24 if all colours are opaque, otherwise CAIRO_FORMAT_ARGB32. Check its status: memory may
/// have run out.
CairoSurface surface_of(const Pixels& pixels);

struct PngShape {
  int width = 1;
  int height = 1;
  bool is_opaque = true;  ///< three channels instead of four
  double dpi = 300;
};

/// Writes a PNG file in bands from the top, so that a large picture need not fit into memory.
class PngWriter {
 public:
  explicit PngWriter(const PngShape& shape);
  ~PngWriter();
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  /// Adds the first `rows` rows of the surface, in CAIRO_FORMAT_RGB24, or CAIRO_FORMAT_ARGB32 if the picture
  /// is not opaque. Errors: cancelled; over_limit if memory runs out.
  Status add(cairo_surface_t* surface, int rows, ExportPart progress = {});
  /// Returns the file; call it after all rows have been added.
  Result<std::string> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The whole surface as a PNG. Errors: over_limit if memory runs out.
Result<std::string> encode_png(cairo_surface_t* surface, double dpi);

}  // namespace attention_lab
