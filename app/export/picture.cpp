#include "app/export/picture.h"

#include "app/export/cairo_canvas.h"
#include "app/export/pdf.h"
#include "app/export/pixels_surface.h"
#include "app/export/png.h"
#include "app/export/svg.h"

namespace attention_lab {
namespace {

Result<std::string> png_of(const DisplayList& list, const Page& page, std::optional<Colour> background,
                           const FigureFonts& fonts, ExportProgress* progress) {
  const bool is_opaque = background && background->alpha == 255;
  const CairoSurface surface(cairo_image_surface_create(is_opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32,
                                                        page.pixel_width, page.pixel_height),
                             cairo_surface_destroy);
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
    return Error{ErrorCode::over_limit, "There is not enough memory for this picture.", ""};
  const double dpi = static_cast<double>(page.dpi);
  constexpr double points_per_inch = 72;
  constexpr float drawing_share = 0.4f;
  const Status drawn = draw_picture(surface.get(), list, background, fonts, CanvasKind::pixels,
                                    dpi / points_per_inch, progress, drawing_share);
  if (!drawn) return drawn.error();
  return encode_png(surface.get(), dpi, progress, drawing_share);
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
