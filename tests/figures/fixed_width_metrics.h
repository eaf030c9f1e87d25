// A font in which all letters have the same width, so that tests can calculate widths.
#pragma once

#include <string_view>

#include "ui/figures/base/rich_text.h"

namespace attention_lab::testing {

class FixedWidthMetrics : public TextMetrics {
 public:
  static constexpr float letter = 0.5f;  // in font sizes

  float width(std::string_view text, float size, FontWeight) const override {
    int letters = 0;
    for (const char c : text) letters += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
    return static_cast<float>(letters) * letter * size;
  }
};

inline const FixedWidthMetrics fixed_width;

}  // namespace attention_lab::testing
