// Characters beyond U+FFFF (emoji, rare scripts) in text fields.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attention_lab {

/// Dear ImGui's text fields store 16-bit characters and would turn 😀 into U+FFFD. While such a character is
/// in a field, a code point of Unicode's private use area replaces it (shown as a box); it comes back
/// unchanged. Characters of the private use area are replaced too, so that they are not mistaken for
/// stand-ins.
class WideCharacters {
 public:
  /// The stand-in for a code point; most code points are returned unchanged.
  char32_t stand_in(char32_t code_point);
  std::string encode(std::string_view utf8);
  std::string decode(std::string_view utf8) const;

 private:
  std::vector<char32_t> known_;  // known_[i] has the stand-in U+E000 + i
};

}  // namespace attention_lab
