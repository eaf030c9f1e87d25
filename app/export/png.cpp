#include "app/export/png.h"

#include <cmath>
#include <csetjmp>
#include <cstdint>
#include <png.h>
#include <vector>

namespace attention_lab {
namespace {

constexpr double inches_per_metre = 1 / 0.0254;

/// What libpng calls back into.
struct Target {
  std::string bytes;
  std::string complaint;
};

// Callbacks of a C library: no exception may leave them.
void append(png_structp png, png_bytep data, png_size_t size) {
  auto* target = static_cast<Target*>(png_get_io_ptr(png));
  bool is_appended = true;
  try {
    target->bytes.append(reinterpret_cast<const char*>(data), size);
  } catch (...) {
    is_appended = false;
  }
  if (!is_appended) png_error(png, "out of memory");
}

void flush(png_structp) {}

void fail(png_structp png, png_const_charp) {
  std::longjmp(png_jmpbuf(png), 1);
}

void ignore(png_structp, png_const_charp) {}

/// Cairo's premultiplied 0xAARRGGBB words as the bytes R, G, B.
void convert_opaque(const std::uint32_t* from, png_bytep to, int width) {
  for (int x = 0; x < width; ++x, to += 3) {
    const std::uint32_t pixel = from[x];
    to[0] = static_cast<png_byte>(pixel >> 16);
    to[1] = static_cast<png_byte>(pixel >> 8);
    to[2] = static_cast<png_byte>(pixel);
  }
}

/// As R, G, B, A with straight alpha.
void convert_transparent(const std::uint32_t* from, png_bytep to, int width) {
  for (int x = 0; x < width; ++x, to += 4) {
    const std::uint32_t pixel = from[x];
    const std::uint32_t alpha = pixel >> 24;
    const auto straight = [alpha](std::uint32_t channel) {
      return static_cast<png_byte>(alpha == 0 ? 0 : (channel * 255 + alpha / 2) / alpha);
    };
    to[0] = straight(pixel >> 16 & 0xff);
    to[1] = straight(pixel >> 8 & 0xff);
    to[2] = straight(pixel & 0xff);
    to[3] = static_cast<png_byte>(alpha);
  }
}

struct Source {
  const unsigned char* data;
  std::ptrdiff_t stride;
  int width;
  int height;
  bool is_opaque;
};

enum class Outcome { done, cancelled, failed };

/// libpng reports errors by a long jump to here: nothing in this function has a destructor.
Outcome write_all(png_structp png, png_infop info, const Source& source, double dpi, png_bytep row,
                  ExportProgress* progress, float done_before) {
  if (setjmp(png_jmpbuf(png)) != 0) return Outcome::failed;
  png_set_IHDR(png, info, static_cast<png_uint_32>(source.width), static_cast<png_uint_32>(source.height), 8,
               source.is_opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  const auto pixels_per_metre = static_cast<png_uint_32>(std::lround(dpi * inches_per_metre));
  png_set_pHYs(png, info, pixels_per_metre, pixels_per_metre, PNG_RESOLUTION_METER);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_RELATIVE);
  // Measured: on flat areas and letters no filter is twice as fast as any, and smaller; a higher level takes
  // two to three times as long for files a tenth smaller.
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_compression_level(png, 1);
  constexpr std::size_t large_chunk = 1 << 18;
  png_set_compression_buffer_size(png, large_chunk);
  png_write_info(png, info);
  constexpr int report_every = 64;
  for (int y = 0; y < source.height; ++y) {
    if (progress != nullptr && y % report_every == 0) {
      if (progress->is_cancelled) return Outcome::cancelled;
      progress->done =
          done_before + (1 - done_before) * static_cast<float>(y) / static_cast<float>(source.height);
    }
    const auto* pixels = reinterpret_cast<const std::uint32_t*>(source.data + y * source.stride);
    if (source.is_opaque) {
      convert_opaque(pixels, row, source.width);
    } else {
      convert_transparent(pixels, row, source.width);
    }
    png_write_row(png, row);
  }
  png_write_end(png, info);
  return Outcome::done;
}

}  // namespace

Result<std::string> encode_png(cairo_surface_t* surface, double dpi, ExportProgress* progress,
                               float done_before) {
  cairo_surface_flush(surface);
  const Source source{cairo_image_surface_get_data(surface), cairo_image_surface_get_stride(surface),
                      cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface),
                      cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24};
  const Error out_of_memory{ErrorCode::over_limit, "There is not enough memory for this picture.", ""};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore);
  if (png == nullptr) return out_of_memory;
  png_infop info = png_create_info_struct(png);
  Target target;
  std::vector<png_byte> row(static_cast<std::size_t>(source.width) * (source.is_opaque ? 3 : 4));
  png_set_write_fn(png, &target, append, flush);
  const Outcome outcome = info == nullptr
                              ? Outcome::failed
                              : write_all(png, info, source, dpi, row.data(), progress, done_before);
  png_destroy_write_struct(&png, &info);
  if (outcome == Outcome::failed) return out_of_memory;
  if (outcome == Outcome::cancelled) return Error{ErrorCode::cancelled, "The export was cancelled.", ""};
  if (progress != nullptr) progress->done = 1;
  return std::move(target.bytes);
}

}  // namespace attention_lab
