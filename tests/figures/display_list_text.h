// A display list as text, for people who compare pictures.
#pragma once

#include <string>

#include "ui/figures/base/display_list.h"

namespace attention_lab {

/// One command a line, after a line with the page's size: "fill 10.00 20.00 30.00 40.00 #1964d8" is a
/// rectangle (x, y, width, height), "text “Your” 5.00 8.00 size 10.00 #22262b right middle" a text at its
/// anchor. Coordinates have 2 decimals; colours are #rrggbb, or #rrggbbaa where they are not opaque; images
/// are their size and a checksum of their pixels.
std::string to_text(const DisplayList& list);

}  // namespace attention_lab
