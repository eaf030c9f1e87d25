#include "app/export/pdf.h"

#include <cairo-pdf.h>

#include "app/export/cairo_canvas.h"
#include "app/export/pixels_surface.h"
#include "app/export/seams.h"

namespace attention_lab {
namespace {

/// Blanks the date, so that a picture made again is the same file. Nothing moves: a PDF counts its bytes.
void remove_date(std::string& pdf) {
  const std::size_t start = pdf.rfind("/CreationDate (");
  if (start == std::string::npos) return;
  const std::size_t end = pdf.find(')', start);
  if (end != std::string::npos) pdf.replace(start, end + 1 - start, end + 1 - start, ' ');
}

}  // namespace

Result<std::string> encode_pdf(const DisplayList& list, const Page& page, std::optional<Colour> background,
                               const FigureFonts& fonts, ExportProgress* progress) {
  WrittenByCairo written;
  const CairoSurface surface(
      cairo_pdf_surface_create_for_stream(append_bytes, &written, static_cast<double>(page.width),
                                          static_cast<double>(page.height)),
      cairo_surface_destroy);
  // Should Cairo ever write the date where remove_date does not find it, it is at least always the same.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  constexpr float drawing_share = 0.9f;
  Status drawn = draw_picture(surface.get(), without_seams(list), background, fonts, CanvasKind::vectors, 1,
                              ExportPart{progress, 0, drawing_share});
  cairo_surface_finish(surface.get());  // while `written` is there to be written to
  if (!drawn) return drawn.error();
  if (written.has_failed || cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
    return not_enough_memory("for this picture");
  remove_date(written.bytes);
  if (progress != nullptr) progress->done = 1;
  return std::move(written.bytes);
}

}  // namespace attention_lab
