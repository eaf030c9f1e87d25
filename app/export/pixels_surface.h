// Surfaces of Cairo: of the pixels of a display list, and the bytes that one is written to.
#pragma once

#include <memory>
#include <string>

#include <cairo.h>

#include "ui/figures/base/display_list.h"

namespace attention_lab {

using CairoSurface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;

/// CAIRO_FORMAT_RGB24 where all colours are opaque, else CAIRO_FORMAT_ARGB32. Its status says whether there
/// was memory for it.
CairoSurface surface_of(const Pixels& pixels);

/// What Cairo has written with append_bytes. Cairo forgets some failures, those at the end of a font for
/// example, and goes on: here the first one is remembered.
struct WrittenByCairo {
  std::string bytes;
  bool has_failed = false;
};

/// A cairo_write_func_t: appends the bytes to the WrittenByCairo at `written`. Called from C: no exception
/// leaves it.
cairo_status_t append_bytes(void* written, const unsigned char* data, unsigned int size);

}  // namespace attention_lab
