#include "ui/figures/base/colour_map.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace attention_lab {
namespace {

// 64 colours a map as 0xRRGGBB, written by CMake from assets/colormaps.json, in the order of ColourMap.
constexpr std::uint32_t tables[][64] = {
#include "colour_map_tables.inc"
};
static_assert(std::size(tables) == all_colour_maps.size());

constexpr std::string_view map_names[] = {"viridis", "cividis", "magma", "greys", "PuOr", "RdBu"};

bool is_same_letter(char a, char b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return small(a) == small(b);
}

}  // namespace

std::string_view to_string(ColourMap map) {
  return map_names[static_cast<std::size_t>(map)];
}

std::optional<ColourMap> colour_map_from(std::string_view text) {
  for (const ColourMap map : all_colour_maps) {
    const std::string_view name = to_string(map);
    if (std::equal(name.begin(), name.end(), text.begin(), text.end(), is_same_letter)) return map;
  }
  return std::nullopt;
}

bool is_diverging(ColourMap map) {
  return map == ColourMap::puor || map == ColourMap::rdbu;
}

Colour sample(ColourMap map, float t) {
  const auto& table = tables[static_cast<std::size_t>(map)];
  constexpr float last = 63.0f;
  const float position = t > 0 ? std::fmin(t, 1.0f) * last : 0.0f;  // NaN > 0 is false
  const std::size_t below = static_cast<std::size_t>(position);
  const std::size_t above = below < 63 ? below + 1 : 63;
  return mix(rgb(table[below]), rgb(table[above]), position - static_cast<float>(below));
}

Colour sample(ColourMap map, double value, double low, double high) {
  return sample(map, high > low ? static_cast<float>((value - low) / (high - low)) : 0.5f);
}

}  // namespace attention_lab
