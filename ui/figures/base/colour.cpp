#include "ui/figures/base/colour.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attention_lab {
namespace {

std::uint8_t to_byte(float value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 255.0f)));
}

std::uint8_t mixed_channel(std::uint8_t a, std::uint8_t b, float t) {
  return to_byte(static_cast<float>(a) + (static_cast<float>(b) - static_cast<float>(a)) * t);
}

// A table, because a grid needs the luminance of every cell in every frame.
std::array<float, 256> linear_light() {
  std::array<float, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const float value = static_cast<float>(i) / 255.0f;
    table[i] = value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
  }
  return table;
}

}  // namespace

Colour faded(Colour colour, float opacity) {
  colour.alpha = to_byte(static_cast<float>(colour.alpha) * opacity);
  return colour;
}

Colour mix(Colour a, Colour b, float t) {
  t = std::clamp(t, 0.0f, 1.0f);
  return {mixed_channel(a.red, b.red, t), mixed_channel(a.green, b.green, t),
          mixed_channel(a.blue, b.blue, t), mixed_channel(a.alpha, b.alpha, t)};
}

float luminance(Colour colour) {
  static const std::array<float, 256> linear = linear_light();
  return 0.2126f * linear[colour.red] + 0.7152f * linear[colour.green] + 0.0722f * linear[colour.blue];
}

float contrast(Colour a, Colour b) {
  const float first = luminance(a) + 0.05f;
  const float second = luminance(b) + 0.05f;
  return first > second ? first / second : second / first;
}

Colour legible_on(Colour ground, Colour dark, Colour light) {
  return contrast(ground, dark) >= contrast(ground, light) ? dark : light;
}

}  // namespace attention_lab
