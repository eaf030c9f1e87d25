// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace attention_lab {

/// One code point and the number of bytes it takes.
struct CodePoint {
  char32_t value = 0;
  std::size_t size = 1;
  bool is_valid = false;
};

/// The code point that starts at byte `position`. Where the bytes are malformed (an overlong form, a
/// surrogate, past U+10FFFF, cut short), U+FFFD of one byte that says so, so that a loop always gets on.
/// Precondition: position < text.size().
CodePoint code_point_at(std::string_view text, std::size_t position);

/// Whether `text` is well formed UTF-8 (no overlong forms, no surrogates, nothing past U+10FFFF).
bool is_utf8(std::string_view text);

}  // namespace attention_lab
