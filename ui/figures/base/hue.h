// The hue of a matrix: query, key or value for the inputs and outputs of the projections.
#pragma once

#include "core/attention/matrix_name.h"
#include "ui/figures/base/colour.h"

namespace attention_lab {

enum class Hue { plain, query, key, value };

Hue hue_of(MatrixName name);

/// `colours` has members query, key and value (Theme, FigureStyle); `plain` is the colour of all other hues.
template <class Colours>
Colour colour_of_hue(Hue hue, const Colours& colours, Colour plain) {
  switch (hue) {
    case Hue::query: return colours.query;
    case Hue::key: return colours.key;
    case Hue::value: return colours.value;
    case Hue::plain: break;
  }
  return plain;
}

/// The colour in which a matrix's name is written.
template <class Colours>
Colour colour_of_matrix(MatrixName name, const Colours& colours) {
  return colour_of_hue(hue_of(name), colours, colours.text);
}

}  // namespace attention_lab
