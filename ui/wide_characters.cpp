#include "ui/wide_characters.h"

#include <algorithm>

namespace attention_lab {
namespace {

constexpr char32_t first_stand_in = 0xE000;
constexpr std::size_t stand_ins = 0xF8FF - 0xE000 + 1;

void append_utf8(std::string& text, char32_t c) {
  const auto byte = [&](char32_t bits) { text += static_cast<char>(bits); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xC0 | c >> 6);
    byte(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    byte(0xE0 | c >> 12);
    byte(0x80 | (c >> 6 & 0x3F));
    byte(0x80 | (c & 0x3F));
  } else {
    byte(0xF0 | c >> 18);
    byte(0x80 | (c >> 12 & 0x3F));
    byte(0x80 | (c >> 6 & 0x3F));
    byte(0x80 | (c & 0x3F));
  }
}

char32_t bits(char c) { return static_cast<unsigned char>(c) & 0x3Fu; }

}  // namespace

char32_t WideCharacters::stand_in(char32_t code_point) {
  if (code_point <= 0xFFFF) return code_point;
  const auto found = std::find(known_.begin(), known_.end(), code_point);
  const std::size_t index = static_cast<std::size_t>(found - known_.begin());
  if (found == known_.end()) {
    if (known_.size() == stand_ins) return 0x25A1;  // more than 6,400 different ones in one run
    known_.push_back(code_point);
  }
  return first_stand_in + static_cast<char32_t>(index);
}

std::string WideCharacters::encode(std::string_view utf8) {
  std::string text;
  for (std::size_t i = 0; i < utf8.size();) {
    const bool is_wide = (static_cast<unsigned char>(utf8[i]) & 0xF8) == 0xF0 && i + 3 < utf8.size();
    if (!is_wide) {
      text += utf8[i++];
      continue;
    }
    const char32_t c = (static_cast<unsigned char>(utf8[i]) & 0x07u) << 18 | bits(utf8[i + 1]) << 12 |
                       bits(utf8[i + 2]) << 6 | bits(utf8[i + 3]);
    append_utf8(text, stand_in(c));
    i += 4;
  }
  return text;
}

std::string WideCharacters::decode(std::string_view utf8) const {
  std::string text;
  for (std::size_t i = 0; i < utf8.size();) {
    const bool is_three = (static_cast<unsigned char>(utf8[i]) & 0xF0) == 0xE0 && i + 2 < utf8.size();
    if (is_three) {
      const char32_t c = (static_cast<unsigned char>(utf8[i]) & 0x0Fu) << 12 | bits(utf8[i + 1]) << 6 | bits(utf8[i + 2]);
      if (c >= first_stand_in && c - first_stand_in < known_.size()) {
        append_utf8(text, known_[c - first_stand_in]);
        i += 3;
        continue;
      }
    }
    text += utf8[i++];
  }
  return text;
}

}  // namespace attention_lab
