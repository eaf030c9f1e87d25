// The page of a figure: its size on paper, its size in pixels, its font size.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace attention_lab {

enum class PictureFormat { png, svg, pdf };

inline constexpr std::array all_picture_formats = {PictureFormat::png, PictureFormat::svg,
                                                   PictureFormat::pdf};

/// Whether the file contains pixels rather than vectors.
constexpr bool has_pixels(PictureFormat format) {
  return format == PictureFormat::png;
}

/// "png", "svg", "pdf": the name of the format and the file extension.
std::string_view to_string(PictureFormat format);
std::optional<PictureFormat> picture_format_from(std::string_view text);
/// From the extension of a file name, in any case.
std::optional<PictureFormat> picture_format_of(std::string_view path);

enum class LengthUnit { centimetres, millimetres, inches, points, pixels };

struct PageSize {
  double width = 16;
  double height = 9;
  LengthUnit unit = LengthUnit::centimetres;

  bool operator==(const PageSize&) const = default;
};

/// Parses "16x9cm", "160x90mm", "6x4in", "400x300pt", "1920x1080" (whole pixels; "px" is optional), or the
/// name of a sheet from "A0" to "A6", upright or, as "A4 landscape", on its side. Also accepts × and spaces,
/// so that the output of to_string can be parsed. Errors: not_a_number, with a sentence.
Result<PageSize> parse_page_size(std::string_view text);
/// How sizes may be written, for sentences.
inline constexpr const char* page_size_examples = "16x9cm, 85x60mm, 6x4in, 400x300pt, 1920x1080px or A4";
/// The inverse: "16 × 9 cm", "1920 × 1080 px".
std::string to_string(const PageSize& size);

/// The page as the user specifies it.
struct PageSetup {
  PageSize size;
  std::optional<double> dpi;        // default: 144 for pixels, otherwise 300
  std::optional<double> font_size;  // points; default: suits the page size

  bool operator==(const PageSetup&) const = default;
};

/// The page as figures and canvases use it. A point is 1/72 inch.
struct Page {
  float width = 0;   // points
  float height = 0;  // points
  float dpi = 300;
  int pixel_width = 0;
  int pixel_height = 0;
  float font_size = 10;

  /// The size of one pixel in points.
  float pixel() const { return 72 / dpi; }
  /// The same for a file of this format. Vector files have no pixels; lines and edges are placed as if there
  /// were 300 dpi, whatever the resolution.
  float pixel(PictureFormat format) const { return has_pixels(format) ? pixel() : 72.0f / 300; }
};

inline constexpr double points_per_inch = 72;

/// The maximum memory for the pixels of a page, in bytes.
inline constexpr double largest_picture = 512e6;
inline constexpr double longest_side = 508;       ///< cm: 14,400 points, the longest page of a PDF
inline constexpr double shortest_side = 0.5;      ///< cm
inline constexpr int longest_pixel_side = 32767;  ///< for picture files in pixels
inline constexpr int shortest_pixel_side = 16;
inline constexpr double lowest_dpi = 36;
inline constexpr double highest_dpi = 2400;
inline constexpr double smallest_font = 4;  ///< in points
inline constexpr double largest_font = 144;

/// Errors: over_limit, not_finite.
Status check_dpi(double dpi);
Status check_font_size(double points);

/// A font size for a page of this size. Text grows with the page, but more slowly: a large page is viewed
/// from farther away and has more content.
double suitable_font_size(double width, double height);

/// The size of a page in this unit, rounded to whole pixels or points, tenths of a centimetre, or
/// millimetres, or hundredths of an inch.
PageSize size_of(const Page& page, LengthUnit unit);

/// The largest page of this shape that fits on `page`, at the same resolution.
Page fitted_page(const Page& page, float width, float height);

/// Width and height are exact in points; pixels are rounded. The default font size grows with the page, but
/// more slowly: 10 points on 16 × 9 cm, 17 on 1920 × 1080 pixels at 144 dpi. Errors: over_limit, with the
/// numbers, if size, dpi or font size exceeds its limit, or, for a page that `becomes_pixels`, the memory or
/// number of pixels; not_finite.
Result<Page> page_of(const PageSetup& setup, bool becomes_pixels = true);

}  // namespace attention_lab
