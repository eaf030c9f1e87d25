#include "ui/widgets/wide_characters.h"

#include <random>

#include <gtest/gtest.h>

namespace attention_lab {
namespace {

std::string utf8(char32_t c) {
  std::string text;
  const auto byte = [&](char32_t bits) { text += static_cast<char>(bits); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F));
  } else {
    byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)),
        byte(0x80 | (c & 0x3F));
  }
  return text;
}

/// A random code point other than surrogates and the private use area; all UTF-8 lengths are equally likely.
char32_t any_code_point(std::mt19937& generator) {
  static constexpr char32_t limits[] = {1, 0x80, 0x800, 0x10000, 0x110000};
  while (true) {
    const std::size_t length = generator() % 4;
    const char32_t c =
        limits[length] + static_cast<char32_t>(generator()) % (limits[length + 1] - limits[length]);
    if (c < 0xD800 || c > 0xF8FF) return c;
  }
}

bool has_four_byte_characters(const std::string& text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0xF0) return true;
  }
  return false;
}

TEST(WideCharacters, TextComesBackUnchanged) {
  std::mt19937 generator(1);
  WideCharacters wide;
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (int i = 0; i < 20; ++i) text += utf8(any_code_point(generator));
    const std::string encoded = wide.encode(text);
    EXPECT_FALSE(has_four_byte_characters(encoded));
    EXPECT_EQ(wide.decode(encoded), text);
  }
}

TEST(WideCharacters, TextOfThePrivateUseAreaComesBackUnchanged) {
  WideCharacters wide;
  const std::string text = utf8(0x1F600) + utf8(0xE000) + utf8(0x1F601) + utf8(0xE001) + utf8(0xF8FF);
  EXPECT_EQ(wide.decode(wide.encode(text)), text);
  EXPECT_EQ(wide.decode(wide.encode(utf8(0xE000))), utf8(0xE000));
}

TEST(WideCharacters, OrdinaryTextIsLeftAlone) {
  WideCharacters wide;
  const std::string text = "été, 日本語, ½ √d";
  EXPECT_EQ(wide.encode(text), text);
  EXPECT_EQ(wide.decode(text), text);
}

TEST(WideCharacters, TheSameCharacterHasTheSameStandIn) {
  WideCharacters wide;
  const char32_t first = wide.stand_in(0x1F600);
  EXPECT_LE(first, 0xFFFFu);
  EXPECT_NE(wide.stand_in(0x1F601), first);
  EXPECT_EQ(wide.stand_in(0x1F600), first);
  EXPECT_EQ(wide.stand_in(0x41), 0x41u);
}

TEST(WideCharacters, DamagedTextIsPassedOn) {
  WideCharacters wide;
  for (const std::string text : {"\xF0\x9F", "\xF0", "abc\xF0\x9F\x98", "\xE2\x82", "\xFF\xFE", "\x80\x80"}) {
    EXPECT_EQ(wide.decode(wide.encode(text)), text);
  }
}

}  // namespace
}  // namespace attention_lab
