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

/// The code point that starts at byte `position`. If the bytes are malformed (an overlong form, a surrogate,
/// past U+10FFFF, truncated), returns U+FFFD with a size of one byte, marked as malformed, so that a loop
/// always advances. Precondition: position < text.size().
CodePoint code_point_at(std::string_view text, std::size_t position);

/// Whether the byte is not the first of its character.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

/// The position after the character that starts at byte `position`. Precondition: position < text.size().
std::size_t after_character(std::string_view text, std::size_t position);

/// The number of characters in the text.
std::size_t count_characters(std::string_view text);

/// Whether `text` is well formed UTF-8 (no overlong forms, no surrogates, nothing past U+10FFFF).
bool is_utf8(std::string_view text);

/// Whether every file and picture can contain the character: not a control character (U+0000 to U+001F,
/// U+007F to U+009F) and not a Unicode noncharacter (U+FDD0 to U+FDEF, and the last two of each plane:
/// U+FFFE, U+FFFF, U+1FFFE, …). XML 1.0 and PDF lack most of them, and terminals obey some.
bool is_showable(char32_t character);
/// White space that ends a line or moves to a tab stop: becomes a space where the text must stay on one line.
bool is_line_or_tab(char32_t character);

/// U+FFFD, which replaces characters that are not showable.
inline constexpr char32_t replacement_character = 0xFFFD;
inline constexpr std::string_view replacement_text = "\xEF\xBF\xBD";

}  // namespace attention_lab
