// What all figures share: the colours around the data, and the size of text.
#pragma once

#include "ui/figures/colour.h"

namespace attention_lab {

struct FigureStyle {
  Colour ground = rgb(0xffffff);
  Colour text = rgb(0x22262b);
  Colour quiet_text = rgb(0x6b7076);
  Colour line = rgb(0xdedbd2);
  Colour accent = rgb(0x1964d8);
  Colour dark = rgb(0x050505);   ///< text on light cells, in any theme
  Colour light = rgb(0xffffff);  ///< text on dark cells, in any theme
  float font_size = 13;
};

}  // namespace attention_lab
