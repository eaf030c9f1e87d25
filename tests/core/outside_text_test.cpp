// Text from outside is shortened in one place, so that sentences stay short.
#include "core/words/outside_text.h"

#include <string>

#include <gtest/gtest.h>

#include "core/result.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

std::size_t characters_in(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) at += code_point_at(text, at).size;
  return count;
}

TEST(Shortened, WhatFitsStaysAsItIs) {
  for (const std::string text :
       {"", "journey", "Übergrößenträger", "你好 👩‍🚀", "a \"strange\" key"})
    EXPECT_EQ(shortened(text), text);
  EXPECT_EQ(shortened(std::string(longest_quotation, 'x')), std::string(longest_quotation, 'x'));
}

TEST(Shortened, ALongTextKeepsItsBeginningAndItsEnd) {
  EXPECT_EQ(shortened("abcdefghijklmnopqrstuvwxyz", 10), "abcdef…xyz");
  const std::string path = "/home/ada/" + std::string(16400, 'x') + "/lesson.json";
  const std::string shown = shortened(path, longest_place);
  EXPECT_EQ(shown.rfind("/home/ada/xxx", 0), 0u) << shown;
  EXPECT_TRUE(shown.ends_with("xxx/lesson.json")) << shown;
  EXPECT_EQ(characters_in(shown), longest_place);
}

TEST(Shortened, NeverCutsACharacter) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += i % 3 == 0 ? "é" : i % 3 == 1 ? "語" : "🚀";
  for (std::size_t most = 1; most < 201; ++most) {
    const std::string shown = shortened(text, most);
    EXPECT_TRUE(is_utf8(shown)) << most;
    EXPECT_EQ(characters_in(shown), std::min<std::size_t>(most, 200));
    EXPECT_EQ(shown.find("\uFFFD"), std::string::npos) << most;
  }
}

TEST(Shortened, MakesHarmlessWhatIsNoText) {
  EXPECT_EQ(shortened("a\tb\r\nc"), "a b  c");
  EXPECT_EQ(shortened("\x1B[2J"), "\uFFFD[2J");
  EXPECT_EQ(shortened("\u009B2J\x7F"), "\uFFFD2J\uFFFD");
  EXPECT_EQ(shortened("a\xFF\xC3"), "a\uFFFD\uFFFD");
  EXPECT_EQ(shortened(std::string("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(shortened("\uFFFE\uFFFF\uFDD0\uFDEF\U0010FFFF"), "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
  const std::string broken = shortened(std::string(1000, '\x80') + std::string(1000, '\xF0'), 30);
  EXPECT_TRUE(is_utf8(broken));
  EXPECT_EQ(characters_in(broken), 30u);
}

TEST(Quotes, StandAroundTheShortenedText) {
  EXPECT_EQ(in_quotes("W_q"), "\"W_q\"");
  EXPECT_EQ(in_curly_quotes("journey"), "“journey”");
  EXPECT_EQ(in_curly_quotes("abcdefghijklmnopqrstuvwxyz", 10), "“abcdef…xyz”");
  const std::string word(16400, 'x');
  EXPECT_EQ(in_quotes(word), '"' + shortened(word) + '"');
  EXPECT_EQ(in_curly_quotes(word), "“" + shortened(word) + "”");
}

TEST(Error, NoTextFromOutsideMakesItLong) {
  const std::string key(16400, 'k');
  const Error error{ErrorCode::wrong_type, "Expected a number but found " + key + ".", key};
  EXPECT_LE(characters_in(error.message), longest_sentence);
  EXPECT_LE(characters_in(error.place), longest_place);
  EXPECT_LE(characters_in(to_string(error)), longest_sentence);
  EXPECT_EQ(to_string(error).rfind("kkk", 0), 0u);
}

}  // namespace
}  // namespace attention_lab
