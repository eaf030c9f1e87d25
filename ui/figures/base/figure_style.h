// Style shared by all figures: colours apart from the data, and the size of text.
#pragma once

#include <array>
#include <cmath>

#include "ui/figures/base/colour.h"

namespace attention_lab {

struct FigureStyle {
  Colour ground = rgb(0xffffff);  ///< the background; the page itself is filled by the caller
  Colour text = rgb(0x22262b);
  Colour quiet_text = rgb(0x6b7076);
  Colour line = rgb(0xdedbd2);
  Colour accent = rgb(0x1964d8);
  Colour query = rgb(0x0b66b0);  ///< the hues of Q, K and V
  Colour key = rgb(0xb3530a);
  Colour value = rgb(0x0a7f5c);
  Colour positive = rgb(0xe08a3c);  ///< of signed numbers
  Colour negative = rgb(0x7e6bb5);
  Colour pointed = rgb(0xc2185b);  ///< the number under the mouse while another one is pinned
  std::array<Colour, 2> tokens = {rgb(0x8a6500), rgb(0x6f2da8)};  ///< that are followed
  Colour dark = rgb(0x050505);                                    ///< text on light cells, in any theme
  Colour light = rgb(0xffffff);                                   ///< text on dark cells, in any theme
  float font_size = 13;
  /// The size of one pixel of the target in page units. Cell edges are placed on whole pixels.
  float pixel = 1;
  /// False for vector files, whose heatmaps show every cell, however small.
  bool has_pixels = true;

  /// Rounds to the nearest boundary between two pixels.
  float snapped(float at) const { return std::round(at / pixel) * pixel; }
  float snapped(double at) const {
    const auto whole = static_cast<double>(pixel);
    return static_cast<float>(std::round(at / whole) * whole);
  }
};

/// The distance between consecutive lines of text, in font sizes.
inline constexpr float line_pitch = 1.2f;

}  // namespace attention_lab
