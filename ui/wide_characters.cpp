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

bool needs_stand_in(char32_t c) {
  return c > 0xFFFF || (c >= first_stand_in && c - first_stand_in < stand_ins);
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// `utf8` with `replacement(c)` for each code point c. Bytes that are no UTF-8 are passed on.
template <class Replacement>
std::string replaced(std::string_view utf8, Replacement replacement) {
  std::string text;
  for (std::size_t at = 0; at < utf8.size();) {
    const unsigned first = static_cast<unsigned char>(utf8[at]);
    const std::size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    const std::string_view sequence = utf8.substr(at, length);
    at += 1;
    const bool is_whole = sequence.size() == length && length > 1 &&
                          std::all_of(sequence.begin() + 1, sequence.end(), is_continuation);
    if (!is_whole) {
      text += sequence.front();
      continue;
    }
    at += length - 1;
    char32_t c = first & (0xFFu >> (length + 1));
    for (const char next : sequence.substr(1)) c = c << 6 | (static_cast<unsigned char>(next) & 0x3Fu);
    const char32_t by = replacement(c);
    if (by == c) {
      text += sequence;
    } else {
      append_utf8(text, by);
    }
  }
  return text;
}

}  // namespace

char32_t WideCharacters::stand_in(char32_t code_point) {
  if (!needs_stand_in(code_point)) return code_point;
  const auto found = std::find(known_.begin(), known_.end(), code_point);
  const std::size_t index = static_cast<std::size_t>(found - known_.begin());
  if (found == known_.end()) {
    if (known_.size() == stand_ins) return 0x25A1;  // more than 6,400 different ones in one run
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
