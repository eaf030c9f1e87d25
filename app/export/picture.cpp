#include "app/export/picture.h"

#include <algorithm>
#include <cstring>

#include "app/export/cairo_canvas.h"
#include "app/export/pdf.h"
#include "app/export/pixel_buffer.h"
#include "app/export/pixels_surface.h"
#include "app/export/png.h"
#include "app/export/svg.h"

namespace attention_lab {
namespace {

// A band of a picture is drawn, written, and its memory used for the next: the memory of a whole poster would
// take the system seconds to clear.
constexpr int bytes_of_a_band = 32 << 20;

Result<std::string> png_of(const DisplayList& list, const Page& page, std::optional<Colour> background,
                           const FigureFonts& fonts, ExportProgress* progress) {
  const Error out_of_memory = not_enough_memory("for this picture");
  const bool is_opaque = background && background->alpha == 255;
  const cairo_format_t format = is_opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32;
  const int stride = cairo_format_stride_for_width(format, page.pixel_width);
  if (stride < 0 || page.pixel_height < 1) return out_of_memory;
  const int band = std::clamp(bytes_of_a_band / stride, 1, page.pixel_height);
  const std::size_t size = static_cast<std::size_t>(stride) * static_cast<std::size_t>(band);
  const PixelBuffer pixels = allocate_pixels(size);
  if (!pixels) return out_of_memory;
  const double dpi = static_cast<double>(page.dpi);
  PngWriter writer({page.pixel_width, page.pixel_height, is_opaque, dpi});
  const auto share = [&](int row) { return static_cast<float>(row) / static_cast<float>(page.pixel_height); };
  for (int top = 0; top < page.pixel_height; top += band) {
    const int rows = std::min(band, page.pixel_height - top);
    const ExportPart part{progress, share(top), share(top + rows)};
    if (!is_opaque) std::memset(pixels.get(), 0, size);  // else the background covers everything
    const CairoSurface surface(
        cairo_image_surface_create_for_data(pixels.get(), format, page.pixel_width, rows, stride),
        cairo_surface_destroy);
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) return out_of_memory;
    cairo_surface_set_device_offset(surface.get(), 0, -top);
    constexpr double points_per_inch = 72;
    constexpr float drawing_share = 0.4f;
    const Status drawn = draw_picture(surface.get(), list, background, fonts, CanvasKind::pixels,
                                      dpi / points_per_inch, part.part(0, drawing_share));
    if (!drawn) return drawn.error();
    if (const Status added = writer.add(surface.get(), rows, part.part(drawing_share, 1)); !added)
      return added.error();
  }
  if (progress != nullptr) progress->done = 1;
  return writer.finish();
}

}  // namespace

Result<std::string> encode_picture(const DisplayList& list, const Page& page,
                                   std::optional<Colour> background, PictureFormat format,
                                   const FigureFonts& fonts, ExportProgress* progress) {
  switch (format) {
    case PictureFormat::png: return png_of(list, page, background, fonts, progress);
    case PictureFormat::svg: return encode_svg(list, page, background, fonts, progress);
    case PictureFormat::pdf: return encode_pdf(list, page, background, fonts, progress);
  }
  return Error{ErrorCode::not_found, "There is no such format.", ""};
}

}  // namespace attention_lab
