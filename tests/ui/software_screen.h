// A screen in memory: fills Dear ImGui's triangles as a graphics card does, so that tests see pixels.
#pragma once

#include "pictures.h"
#include "surroundings.h"
#include "ui/figures/base/geometry.h"

namespace attention_lab::testing {

/// The finished frame, from the upper left corner of `area`, whose numbers are whole.
test::DecodedPicture pixels_of_frame(const TexturesOfTests& textures, const Rect& area);

/// Each pixel the mean of a square of side × side pixels; what is left over at the right and bottom is
/// dropped.
test::DecodedPicture reduced(const test::DecodedPicture& picture, int side);

}  // namespace attention_lab::testing
