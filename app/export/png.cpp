#include "app/export/png.h"

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <png.h>
#include <vector>

namespace attention_lab {

/// The target of libpng's callbacks. Not in the unnamed namespace, since PngWriter::State contains it.
struct PngTarget {
  std::string bytes;
  std::string complaint;
};

namespace {

std::uint32_t premultiplied(Colour colour) {
  const auto channel = [&](std::uint8_t value) {
    return (static_cast<std::uint32_t>(value) * colour.alpha + 127) / 255;
  };
  return static_cast<std::uint32_t>(colour.alpha) << 24 | channel(colour.red) << 16 |
         channel(colour.green) << 8 | channel(colour.blue);
}

constexpr double inches_per_metre = 1 / 0.0254;

// Callbacks of a C library: no exception may leave them.
void take_bytes(png_structp png, png_bytep data, png_size_t size) {
  auto* target = static_cast<PngTarget*>(png_get_io_ptr(png));
  bool is_appended = true;
  try {
    target->bytes.append(reinterpret_cast<const char*>(data), size);
  } catch (...) {
    is_appended = false;
  }
  if (!is_appended) png_error(png, "out of memory");
}

void flush(png_structp) {}

void jump_out(png_structp png, png_const_charp) {
  std::longjmp(png_jmpbuf(png), 1);
}

void ignore(png_structp, png_const_charp) {}

/// Converts Cairo's premultiplied 0xAARRGGBB words to the bytes R, G, B.
void convert_opaque(const std::uint32_t* from, png_bytep to, int width) {
  for (int x = 0; x < width; ++x, to += 3) {
    const std::uint32_t pixel = from[x];
    to[0] = static_cast<png_byte>(pixel >> 16);
    to[1] = static_cast<png_byte>(pixel >> 8);
    to[2] = static_cast<png_byte>(pixel);
  }
}

/// Converts them to R, G, B, A with straight alpha.
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

struct Band {
  const unsigned char* data;
  std::ptrdiff_t stride;
  int rows;
};

// libpng reports errors by longjmp: no local variable of these functions may have a destructor.

bool write_head(png_structp png, png_infop info, const PngShape& shape) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_IHDR(png, info, static_cast<png_uint_32>(shape.width), static_cast<png_uint_32>(shape.height), 8,
               shape.is_opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  const auto pixels_per_metre = static_cast<png_uint_32>(std::lround(shape.dpi * inches_per_metre));
  png_set_pHYs(png, info, pixels_per_metre, pixels_per_metre, PNG_RESOLUTION_METER);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_RELATIVE);
  // Measured: for flat areas and letters, no filter is twice as fast as any filter, with smaller files; a
  // higher level takes two to three times as long for a tenth smaller files.
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_compression_level(png, 1);
  constexpr std::size_t large_chunk = 1 << 18;
  png_set_compression_buffer_size(png, large_chunk);
  png_write_info(png, info);
  return true;
}

enum class Outcome { done, cancelled, failed };

Outcome write_rows(png_structp png, const PngShape& shape, const Band& band, png_bytep row,
                   const ExportPart& progress) {
  if (setjmp(png_jmpbuf(png)) != 0) return Outcome::failed;
  constexpr int report_every = 64;
  for (int y = 0; y < band.rows; ++y) {
    if (y % report_every == 0) {
      if (progress.is_cancelled()) return Outcome::cancelled;
      progress.report(static_cast<float>(y) / static_cast<float>(band.rows));
    }
    const auto* pixels = reinterpret_cast<const std::uint32_t*>(band.data + y * band.stride);
    if (shape.is_opaque) {
      convert_opaque(pixels, row, shape.width);
    } else {
      convert_transparent(pixels, row, shape.width);
    }
    png_write_row(png, row);
  }
  return Outcome::done;
}

bool write_end(png_structp png, png_infop info) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_write_end(png, info);
  return true;
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

struct PngWriter::State {
  explicit State(const PngShape& of)
      : shape(of),
        row(static_cast<std::size_t>(of.width) * (of.is_opaque ? 3 : 4)),
        png(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, jump_out, ignore)) {
    if (png == nullptr) return;
    info = png_create_info_struct(png);
    png_set_write_fn(png, &target, take_bytes, flush);
    is_usable = info != nullptr && write_head(png, info, shape);
  }
  ~State() { png_destroy_write_struct(&png, &info); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  PngShape shape;
  std::vector<png_byte> row;
  PngTarget target;
  png_structp png = nullptr;
  png_infop info = nullptr;
  bool is_usable = false;
};

PngWriter::PngWriter(const PngShape& shape) : state_(std::make_unique<State>(shape)) {}

PngWriter::~PngWriter() = default;

Status PngWriter::add(cairo_surface_t* surface, int rows, ExportPart progress) {
  if (!state_->is_usable) return not_enough_memory();
  cairo_surface_flush(surface);
  const Band band{cairo_image_surface_get_data(surface), cairo_image_surface_get_stride(surface), rows};
  const Outcome outcome = write_rows(state_->png, state_->shape, band, state_->row.data(), progress);
  if (outcome == Outcome::cancelled) return export_cancelled();
  if (outcome == Outcome::failed) return not_enough_memory();
  return Done{};
}

Result<std::string> PngWriter::finish() {
  if (!state_->is_usable || !write_end(state_->png, state_->info)) return not_enough_memory();
  return std::move(state_->target.bytes);
}

Result<std::string> encode_png(cairo_surface_t* surface, double dpi) {
  const int height = cairo_image_surface_get_height(surface);
  PngWriter writer({cairo_image_surface_get_width(surface), height,
                    cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24, dpi});
  if (const Status added = writer.add(surface, height); !added) return added.error();
  return writer.finish();
}

}  // namespace attention_lab
