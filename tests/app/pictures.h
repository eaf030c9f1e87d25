// Pictures in tests: decoded with libpng, compared with references in the repository.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/figure_fonts.h"
#include "app/export/picture.h"
#include "ui/figures/base/colour.h"

namespace attention_lab::test {

/// The fonts of the program's figures.
const FigureFonts& fonts();

/// A page of this size in points.
Page small_page(float width, float height, float dpi);

/// A PNG, decoded, with straight alpha.
struct DecodedPicture {
  int width = 0;
  int height = 0;
  std::vector<Colour> pixels;

  Colour at(int x, int y) const {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
  }
};

/// Empty if it is not a PNG.
DecodedPicture decode_png(std::string_view bytes);

/// Expects an independent parser to accept the whole file: Expat for SVG, poppler for PDF. Ignores other
/// files.
void expect_parsed(const std::string& bytes);

/// Of all channels of all pixels, 0 to 255; both are infinite if the sizes differ.
struct PictureDifference {
  double largest = 0;
  double mean = 0;
};
PictureDifference difference(const DecodedPicture& a, const DecodedPicture& b);

/// Expects the PNG to match pictures/NAME.png; otherwise saves it in the build folder and names the file in
/// the message. ATTENTION_LAB_REFRESH_PICTURES=1 writes the reference instead.
void expect_like_reference(const std::string& name, const std::string& png);

}  // namespace attention_lab::test
