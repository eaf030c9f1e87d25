// The pixels of a display list as a surface of Cairo.
#pragma once

#include <memory>

#include <cairo.h>

#include "ui/figures/display_list.h"

namespace attention_lab {

using CairoSurface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;

/// CAIRO_FORMAT_RGB24 where all colours are opaque, else CAIRO_FORMAT_ARGB32. Its status says whether there
/// was memory for it.
CairoSurface surface_of(const Pixels& pixels);

}  // namespace attention_lab
