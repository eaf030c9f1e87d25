#include "app/export/picture.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sys/mman.h>

#include <cairo-pdf.h>

#include "app/export/cairo_canvas.h"
#include "app/export/png.h"
#include "core/words/outside_text.h"

namespace attention_lab {
namespace {

struct FreeMemory {
  void operator()(unsigned char* memory) const { std::free(memory); }
};
using PixelBuffer = std::unique_ptr<unsigned char, FreeMemory>;

/// Allocates `size` uninitialized bytes, or returns null. Uses large pages where the system has them, since
/// the first access to each page takes a tenth of the time of a picture.
PixelBuffer allocate_pixels(std::size_t size) {
  constexpr std::size_t large_page = std::size_t{2} << 20;
  const std::size_t rounded = (size + large_page - 1) / large_page * large_page;
  PixelBuffer buffer(static_cast<unsigned char*>(std::aligned_alloc(large_page, rounded)));
#ifdef MADV_HUGEPAGE
  if (buffer) ::madvise(buffer.get(), rounded, MADV_HUGEPAGE);
#endif
  return buffer;
}

/// Points on the page for each unit of the list.
double scale_to(const Page& page, const DisplayList& list) {
  return list.width > 0 ? static_cast<double>(page.width) / static_cast<double>(list.width) : 1;
}

// A picture is drawn and written in bands that reuse the same memory: clearing the memory of a whole poster
// would take the system seconds.
constexpr int bytes_of_a_band = 32 << 20;

Result<std::string> png_of(const DisplayList& list, const Page& page, std::optional<Colour> background,
                           const FigureFonts& fonts, ExportProgress* progress) {
  const Error out_of_memory = not_enough_memory();
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
    if (!is_opaque) std::memset(pixels.get(), 0, size);  // an opaque background covers everything
    const CairoSurface surface(
        cairo_image_surface_create_for_data(pixels.get(), format, page.pixel_width, rows, stride),
        cairo_surface_destroy);
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) return out_of_memory;
    cairo_surface_set_device_offset(surface.get(), 0, -top);
    constexpr float drawing_share = 0.4f;
    const Status drawn =
        draw_picture(surface.get(), list, background, fonts, CanvasKind::pixels,
                     dpi / points_per_inch * scale_to(page, list), part.part(0, drawing_share));
    if (!drawn) return drawn.error();
    if (const Status added = writer.add(surface.get(), rows, part.part(drawing_share, 1)); !added)
      return added.error();
  }
  if (progress != nullptr) progress->done = 1;
  return writer.finish();
}

/// The output of Cairo, written by append_bytes. Cairo ignores some failures, for example at the end of a
/// font, so the first one is stored here.
struct WrittenByCairo {
  std::string bytes;
  bool has_failed = false;
};

/// A cairo_write_func_t that appends the bytes to the WrittenByCairo at `closure`. No exception may leave it,
/// since C code calls it.
cairo_status_t append_bytes(void* closure, const unsigned char* data, unsigned int size) {
  auto& written = *static_cast<WrittenByCairo*>(closure);
  try {
    written.bytes.append(reinterpret_cast<const char*>(data), size);
  } catch (...) {
    written.has_failed = true;
  }
  return written.has_failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

/// Overwrites the date with spaces, for reproducible files. A PDF contains offsets: its length must not
/// change.
void remove_date(std::string& pdf) {
  const std::size_t start = pdf.rfind("/CreationDate (");
  if (start == std::string::npos) return;
  const std::size_t end = pdf.find(')', start);
  if (end != std::string::npos) pdf.replace(start, end + 1 - start, end + 1 - start, ' ');
}

/// One line that every file can contain.
std::string showable(const std::string& text) {
  return shortened(text, longest_sentence);
}

/// One page with embedded fonts and selectable, searchable text, without a date.
Result<std::string> pdf_of(const DisplayList& list, const Page& page, std::optional<Colour> background,
                           const FigureFonts& fonts, ExportProgress* progress) {
  WrittenByCairo written;
  const CairoSurface surface(
      cairo_pdf_surface_create_for_stream(append_bytes, &written, static_cast<double>(page.width),
                                          static_cast<double>(page.height)),
      cairo_surface_destroy);
  const auto describe = [&](cairo_pdf_metadata_t what, const std::string& text) {
    if (!text.empty()) cairo_pdf_surface_set_metadata(surface.get(), what, showable(text).c_str());
  };
  describe(CAIRO_PDF_METADATA_TITLE, list.title);
  describe(CAIRO_PDF_METADATA_AUTHOR, list.author);
  // If Cairo ever writes the date in a form that remove_date does not find, it is at least constant.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  constexpr float drawing_share = 0.9f;
  Status drawn = draw_picture(surface.get(), list, background, fonts, CanvasKind::vectors,
                              scale_to(page, list), ExportPart{progress, 0, drawing_share});
  cairo_surface_finish(surface.get());  // while `written` still exists
  if (!drawn) return drawn.error();
  if (written.has_failed || cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
    return not_enough_memory();
  remove_date(written.bytes);
  if (progress != nullptr) progress->done = 1;
  return std::move(written.bytes);
}

bool is_plain(const FillRect& fill) {
  return fill.colour.alpha == 255 && fill.rounding == 0 && fill.rect.width > 0 && fill.rect.height > 0;
}

bool is_same(float a, float b) {
  constexpr float rounding_error = 1e-3f;
  return std::fabs(a - b) < rounding_error;
}

/// `rect`, which is drawn first, extended to the middle of `above` if they share a whole edge.
Rect grown(Rect rect, const Rect& above) {
  if (is_same(rect.x, above.x) && is_same(rect.width, above.width)) {
    if (is_same(rect.bottom(), above.y)) rect.height += above.height / 2;
    if (is_same(rect.y, above.bottom())) {
      rect.y -= above.height / 2;
      rect.height += above.height / 2;
    }
  } else if (is_same(rect.y, above.y) && is_same(rect.height, above.height)) {
    if (is_same(rect.right(), above.x)) rect.width += above.width / 2;
    if (is_same(rect.x, above.right())) {
      rect.x -= above.width / 2;
      rect.width += above.width / 2;
    }
  }
  return rect;
}

/// The next rectangle; there may be a text between them, which belongs to the first one.
const FillRect* fill_after(const std::vector<DrawCommand>& commands, std::size_t at) {
  ++at;
  if (at < commands.size() && std::holds_alternative<Text>(commands[at])) ++at;
  return at < commands.size() ? std::get_if<FillRect>(&commands[at]) : nullptr;
}

/// The same picture, but a filled rectangle that shares a whole edge with the next one extends below it: SVG
/// and PDF viewers anti-alias each edge separately, and the background would show through.
DisplayList without_seams(const DisplayList& list) {
  DisplayList result = list;
  for (std::size_t i = 0; i < list.commands.size(); ++i) {
    auto* fill = std::get_if<FillRect>(&result.commands[i]);
    const FillRect* above = fill_after(list.commands, i);
    if (fill == nullptr || above == nullptr || !is_plain(*fill) || !is_plain(*above)) continue;
    fill->rect = grown(fill->rect, above->rect);
  }
  return result;
}

}  // namespace

Result<std::string> encode_picture(const DisplayList& list, const Page& page,
                                   std::optional<Colour> background, PictureFormat format,
                                   const FigureFonts& fonts, ExportProgress* progress) {
  switch (format) {
    case PictureFormat::png: return png_of(list, page, background, fonts, progress);
    case PictureFormat::svg: return encode_svg(without_seams(list), page, background, fonts, progress);
    case PictureFormat::pdf: return pdf_of(without_seams(list), page, background, fonts, progress);
  }
  return Error{ErrorCode::not_found, "There is no such format."};
}

}  // namespace attention_lab
