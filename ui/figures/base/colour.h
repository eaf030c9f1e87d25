// Colours and their contrast.
#pragma once

#include <cstdint>

namespace attention_lab {

/// sRGB with straight alpha, 8 bits per channel.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  std::uint8_t alpha = 255;

  bool operator==(const Colour&) const = default;
};

/// 0xRRGGBB, as in style sheets.
constexpr Colour rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8 & 0xff),
          static_cast<std::uint8_t>(hex & 0xff), 255};
}

/// The colour with its alpha multiplied by `opacity` (0 to 1).
Colour faded(Colour colour, float opacity);

/// Interpolates from `a` (t = 0) to `b` (t = 1) in sRGB; t is clamped.
Colour mix(Colour a, Colour b, float t);

/// WCAG 2 relative luminance, 0 to 1; alpha is ignored.
float luminance(Colour colour);

/// WCAG 2 contrast ratio, 1 to 21.
float contrast(Colour a, Colour b);

/// Whichever of `dark` and `light` has more contrast with `ground`.
Colour legible_on(Colour ground, Colour dark, Colour light);

}  // namespace attention_lab
