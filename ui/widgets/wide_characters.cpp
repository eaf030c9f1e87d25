#include "ui/widgets/wide_characters.h"

#include <algorithm>

#include "core/words/utf8.h"

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

bool needs_stand_in(char32_t c) {
  return c > 0xFFFF || (c >= first_stand_in && c - first_stand_in < stand_ins);
}

/// `utf8` with each code point c replaced by `replacement(c)`. Invalid bytes are kept.
template <class Replacement>
std::string replaced(std::string_view utf8, Replacement replacement) {
  std::string text;
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint c = code_point_at(utf8, at);
    const char32_t by = c.is_valid ? replacement(c.value) : c.value;
    if (by == c.value) {
      text += utf8.substr(at, c.size);
    } else {
      append_utf8(text, by);
    }
    at += c.size;
  }
  return text;
}

}  // namespace

char32_t WideCharacters::stand_in(char32_t code_point) {
  if (!needs_stand_in(code_point)) return code_point;
  const auto found = std::find(known_.begin(), known_.end(), code_point);
  const std::size_t index = static_cast<std::size_t>(found - known_.begin());
  if (found == known_.end()) {
    if (known_.size() == stand_ins) return 0x25A1;  // more than 6,400 different characters in one run
    known_.push_back(code_point);
  }
  return first_stand_in + static_cast<char32_t>(index);
}

std::string WideCharacters::encode(std::string_view utf8) {
  return replaced(utf8, [this](char32_t c) { return stand_in(c); });
}

std::string WideCharacters::decode(std::string_view utf8) const {
  return replaced(utf8, [this](char32_t c) {
    const bool is_stand_in = c >= first_stand_in && c - first_stand_in < known_.size();
    return is_stand_in ? known_[c - first_stand_in] : c;
  });
}

}  // namespace attention_lab
