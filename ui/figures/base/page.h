// The page a figure stands on: its size on paper, its size in pixels, its text.
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

/// Whether the file is made of pixels; of vectors otherwise.
constexpr bool has_pixels(PictureFormat format) {
  return format == PictureFormat::png;
}

/// "png", "svg", "pdf": the name and the file's ending.
std::string_view to_string(PictureFormat format);
std::optional<PictureFormat> picture_format_from(std::string_view text);
/// From the ending of a file's name, in any case.
std::optional<PictureFormat> picture_format_of(std::string_view path);

enum class LengthUnit { centimetres, pixels };

struct PageSize {
  double width = 16;
  double height = 9;
  LengthUnit unit = LengthUnit::centimetres;

  bool operator==(const PageSize&) const = default;
};

/// "16x9cm", "1920x1080" (whole pixels; "px" may follow); × for x and spaces are fine too, so that what
/// to_string writes is read back. Errors: not_a_number, in a sentence.
Result<PageSize> parse_page_size(std::string_view text);
/// The inverse: "16 × 9 cm", "1920 × 1080 px".
std::string to_string(const PageSize& size);

/// As the person sets it up.
struct PageSetup {
  PageSize size;
  std::optional<double> dpi;        // empty: 300 for centimetres, 144 for pixels
  std::optional<double> font_size;  // points; empty: what suits the size

  bool operator==(const PageSetup&) const = default;
};

/// As figures and canvases need it. A point is 1/72 inch.
struct Page {
  float width = 0;   // points
  float height = 0;  // points
  float dpi = 300;
  int pixel_width = 0;
  int pixel_height = 0;
  float font_size = 10;

  /// Of one pixel, in points.
  float pixel() const { return 72 / dpi; }
};

/// What a picture of the page takes in memory at most, bytes.
inline constexpr double largest_picture = 512e6;
inline constexpr double longest_side = 508;       ///< centimetres: 14,400 points, the longest page of a PDF
inline constexpr double shortest_side = 0.5;      ///< centimetres
inline constexpr int longest_pixel_side = 32767;  ///< of a picture in pixels
inline constexpr int shortest_pixel_side = 16;
inline constexpr double lowest_dpi = 36;
inline constexpr double highest_dpi = 2400;
inline constexpr double smallest_font = 4;  ///< points
inline constexpr double largest_font = 144;

/// Width and height are exact in points; the picture's pixels are the nearest whole ones. Without a font size
/// the text grows with the page, but more slowly: 10 points on 16 × 9 cm, 17 on 1920 × 1080 pixels at 144
/// dpi. Errors: over_limit where the size, the dpi, the font or the picture's memory passes its limit, with
/// the numbers; not_finite.
Result<Page> page_of(const PageSetup& setup);

}  // namespace attention_lab
