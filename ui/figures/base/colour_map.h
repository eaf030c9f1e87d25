// Colour maps: numbers to colours.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "ui/figures/base/colour.h"

namespace attention_lab {

/// The maps of assets/colormaps.json. The first four run from low to high; the last two diverge from their
/// middle, which represents 0.
enum class ColourMap { viridis, cividis, magma, greys, puor, rdbu };

inline constexpr std::array all_colour_maps = {ColourMap::viridis, ColourMap::cividis, ColourMap::magma,
                                               ColourMap::greys,   ColourMap::puor,    ColourMap::rdbu};

std::string_view to_string(ColourMap map);
/// Accepts any case: "PuOr", "puor".
std::optional<ColourMap> colour_map_from(std::string_view text);
bool is_diverging(ColourMap map);

/// The colour at t in [0, 1] (clamped; NaN counts as 0), interpolated between the 64 colours of the map.
Colour sample(ColourMap map, float t);
/// The same for a page with this ground. On a dark one, a diverging map begins with the ground in its middle,
/// because the light middle of the map would be the brightest part of the page where the numbers are 0.
Colour sample_on(Colour ground, ColourMap map, float t);
/// The colour of `value` if the map covers `low` to `high`; the middle colour if low == high.
Colour sample_on(Colour ground, ColourMap map, double value, double low, double high);

}  // namespace attention_lab
