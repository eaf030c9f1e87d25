// Pictures as tests look at them: read with libpng, compared with references that are checked in.
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

/// So many points.
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

/// Empty if it is no PNG.
DecodedPicture decode_png(std::string_view bytes);

/// Expects a parser that is not ours to take the file from its beginning to its end: Expat an SVG, poppler a
/// PDF. Other files are not looked at.
void expect_parsed(const std::string& bytes);

/// Over all channels of all pixels, 0 to 255; both are infinite where the sizes differ.
struct PictureDifference {
  double largest = 0;
  double mean = 0;
};
PictureDifference difference(const DecodedPicture& a, const DecodedPicture& b);

/// Expects the PNG to be like pictures/NAME.png. If it is not, it is saved in the build folder, and the
/// message says where. ATTENTION_LAB_REFRESH_PICTURES=1 writes the reference instead.
void expect_like_reference(const std::string& name, const std::string& png);

}  // namespace attention_lab::test
