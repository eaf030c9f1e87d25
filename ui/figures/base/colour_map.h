// Colour maps: from a number to a colour.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "ui/figures/base/colour.h"

namespace attention_lab {

/// The maps of assets/colormaps.json. The first four run from low to high; the last two diverge around
/// their middle, which stands for 0.
enum class ColourMap { viridis, cividis, magma, greys, puor, rdbu };

inline constexpr std::array all_colour_maps = {ColourMap::viridis, ColourMap::cividis, ColourMap::magma,
                                               ColourMap::greys,   ColourMap::puor,    ColourMap::rdbu};

std::string_view to_string(ColourMap map);
/// In any case: "PuOr", "puor".
std::optional<ColourMap> colour_map_from(std::string_view text);
bool is_diverging(ColourMap map);

/// The colour at t, 0 to 1 (clamped; NaN counts as 0), interpolated between the map's 64 colours.
Colour sample(ColourMap map, float t);
/// That of a number where the map runs from `low` to `high`; its middle where those are the same.
Colour sample(ColourMap map, double value, double low, double high);

}  // namespace attention_lab
