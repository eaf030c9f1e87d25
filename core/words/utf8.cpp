#include "core/words/utf8.h"

#include <algorithm>
#include <cassert>

namespace attention_lab {
namespace {

/// The meaning of a leading byte. `smallest` detects overlong forms.
struct Lead {
  std::size_t size;
  char32_t bits;
  char32_t smallest;
};

Lead read_lead(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if (byte >= 0xC0 && byte < 0xE0) return {2, byte & 0x1Fu, 0x80};
  if (byte >= 0xE0 && byte < 0xF0) return {3, byte & 0x0Fu, 0x800};
  if (byte >= 0xF0 && byte < 0xF8) return {4, byte & 0x07u, 0x10000};
  return {0, 0, 0};
}

}  // namespace

CodePoint code_point_at(std::string_view text, std::size_t position) {
  assert(position < text.size());
  constexpr CodePoint malformed{replacement_character, 1, false};
  const Lead lead = read_lead(static_cast<unsigned char>(text[position]));
  if (lead.size == 0 || lead.size > text.size() - position) return malformed;
  char32_t value = lead.bits;
  for (std::size_t i = 1; i < lead.size; ++i) {
    const char byte = text[position + i];
    if (!continues_character(byte)) return malformed;
    value = (value << 6) | (static_cast<unsigned char>(byte) & 0x3Fu);
  }
  const bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < lead.smallest || is_surrogate || value > 0x10FFFF) return malformed;
  return {value, lead.size, true};
}

std::size_t after_character(std::string_view text, std::size_t position) {
  ++position;
  while (position < text.size() && continues_character(text[position])) ++position;
  return position;
}

std::size_t count_characters(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues_character));
}

bool is_utf8(std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    const CodePoint point = code_point_at(text, position);
    if (!point.is_valid) return false;
    position += point.size;
  }
  return true;
}

bool is_showable(char32_t character) {
  const bool is_control = character < 0x20 || (character >= 0x7F && character < 0xA0);
  const bool ends_plane = (character & 0xFFFEu) == 0xFFFEu;
  return !is_control && !ends_plane && !(character >= 0xFDD0 && character <= 0xFDEF);
}

bool is_line_or_tab(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

}  // namespace attention_lab
