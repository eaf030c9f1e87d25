// Numbers as short text that comes back bit for bit.
#pragma once

#include <string>

namespace attention_lab {

/// Appends the fewest digits that give the same float again: 0.43, -1, 1e-45, 3.4028235e+38.
/// −0 is "-0.0", because other JSON readers take "-0" for the whole number 0. Precondition: finite.
void append_number(std::string& text, float number);

}  // namespace attention_lab
