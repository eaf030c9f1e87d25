// Characters past U+FFFF (emoji, rare scripts) in text fields.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attention_lab {

/// Dear ImGui's text fields hold 16-bit characters and would turn 😀 into U+FFFD. Each such character gets a
/// stand-in from Unicode's private use area while it is in a field (shown as a box) and comes back unchanged.
/// So does a character that is of the private use area itself, lest it be taken for a stand-in.
class WideCharacters {
 public:
  /// The stand-in of a code point; all others stand for themselves.
  char32_t stand_in(char32_t code_point);
  std::string encode(std::string_view utf8);
  std::string decode(std::string_view utf8) const;

 private:
  std::vector<char32_t> known_;  // known_[i] has the stand-in U+E000 + i
};

}  // namespace attention_lab
