#include "app/export/pixels_surface.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace attention_lab {
namespace {

std::uint32_t premultiplied(Colour colour) {
  const auto channel = [&](std::uint8_t value) {
    return (static_cast<std::uint32_t>(value) * colour.alpha + 127) / 255;
  };
  return static_cast<std::uint32_t>(colour.alpha) << 24 | channel(colour.red) << 16 |
         channel(colour.green) << 8 | channel(colour.blue);
}

}  // namespace

CairoSurface surface_of(const Pixels& pixels) {
  const bool is_opaque = std::all_of(pixels.colours.begin(), pixels.colours.end(),
                                     [](Colour colour) { return colour.alpha == 255; });
  CairoSurface surface(cairo_image_surface_create(is_opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32,
                                                  pixels.width, pixels.height),
                       cairo_surface_destroy);
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) return surface;
  unsigned char* const data = cairo_image_surface_get_data(surface.get());
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface.get());
  const Colour* colour = pixels.colours.data();
  for (int y = 0; y < pixels.height; ++y) {
    auto* row = reinterpret_cast<std::uint32_t*>(data + y * stride);
    for (int x = 0; x < pixels.width; ++x) row[x] = premultiplied(*colour++);
  }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

cairo_status_t append_bytes(void* closure, const unsigned char* data, unsigned int size) {
  auto& written = *static_cast<WrittenByCairo*>(closure);
  try {
    written.bytes.append(reinterpret_cast<const char*>(data), size);
  } catch (...) {
    written.has_failed = true;
  }
  return written.has_failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

}  // namespace attention_lab
