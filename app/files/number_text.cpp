#include "app/files/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace attention_lab {

void append_number(std::string& text, float number) {
  if (number == 0) {
    text += std::signbit(number) ? "-0.0" : "0";
    return;
  }
  // Plain digits where people read them more easily than an exponent.
  const float size = std::abs(number);
  const auto format = size >= 1e-5f && size < 1e9f ? std::chars_format::fixed : std::chars_format::scientific;
  std::array<char, 64> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, format).ptr;
  text.append(digits.data(), end);
}

}  // namespace attention_lab
