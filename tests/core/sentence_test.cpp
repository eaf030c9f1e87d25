#include <random>

#include <gtest/gtest.h>

#include "core/document/document.h"

namespace attention_lab {
namespace {

using Tokens = std::vector<std::string>;

TEST(Sentence, SplitsAtWhiteSpace) {
  EXPECT_EQ(split_sentence("  Your journey\tstarts\nwith "), (Tokens{"Your", "journey", "starts", "with"}));
}

TEST(Sentence, SplitsAtUnicodeWhiteSpace) {
  EXPECT_EQ(split_sentence("a\u00A0b\u2003c\u3000d\u2028e\u2029f\u202Fg\u200Bh\uFEFF"),
            (Tokens{"a", "b", "c", "d", "e", "f", "g", "h"}));
}

TEST(Sentence, HasNoTokensWhereThereIsOnlyWhiteSpace) {
  EXPECT_TRUE(split_sentence("").empty());
  EXPECT_TRUE(split_sentence(" \t\r\n\u00A0\u3000").empty());
}

TEST(Sentence, PunctuationStandsAlone) {
  EXPECT_EQ(
      split_sentence("The dog chased the ball, but it couldn't catch it."),
      (Tokens{"The", "dog", "chased", "the", "ball", ",", "but", "it", "couldn't", "catch", "it", "."}));
  EXPECT_EQ(split_sentence("wait...what?!"), (Tokens{"wait", ".", ".", ".", "what", "?", "!"}));
  EXPECT_EQ(split_sentence("(a)[b]{c}"), (Tokens{"(", "a", ")", "[", "b", "]", "{", "c", "}"}));
}

TEST(Sentence, UnicodePunctuationStandsAlone) {
  EXPECT_EQ(split_sentence("“so”‘what’…«oui»"),
            (Tokens{"“", "so", "”", "‘", "what", "’", "…", "«", "oui", "»"}));
  EXPECT_EQ(split_sentence("one–two—three"), (Tokens{"one", "–", "two", "—", "three"}));
  EXPECT_EQ(split_sentence("¿qué? ¡sí!"), (Tokens{"¿", "qué", "?", "¡", "sí", "!"}));
  EXPECT_EQ(split_sentence("مرحبا، كيف؟"), (Tokens{"مرحبا", "،", "كيف", "؟"}));
}

TEST(Sentence, ApostropheAndHyphenWithinAWordStay) {
  EXPECT_EQ(split_sentence("don't don’t well-known l'été"),
            (Tokens{"don't", "don’t", "well-known", "l'été"}));
  EXPECT_EQ(split_sentence("'tis dogs' - x--y"), (Tokens{"'", "tis", "dogs", "'", "-", "x", "-", "-", "y"}));
}

TEST(Sentence, NumbersStayWhole) {
  EXPECT_EQ(split_sentence("pi is 3.14, not 1,000."), (Tokens{"pi", "is", "3.14", ",", "not", "1,000", "."}));
  EXPECT_EQ(split_sentence(".5 5. a.b"), (Tokens{".", "5", "5", ".", "a", ".", "b"}));
}

TEST(Sentence, ARunOfChineseIsOneTokenBetweenItsPunctuation) {
  EXPECT_EQ(split_sentence("我爱你，真的。「好」！"),
            (Tokens{"我爱你", "，", "真的", "。", "「", "好", "」", "！"}));
}

TEST(Sentence, MalformedBytesAreKept) {
  EXPECT_EQ(split_sentence("a\xFF\xC3 b"), (Tokens{"a\xFF\xC3", "b"}));
}

TEST(Sentence, JoinsAsPeopleWrite) {
  EXPECT_EQ(join_tokens({"The", "ball", ",", "but", "it", "couldn't", "."}), "The ball, but it couldn't.");
  EXPECT_EQ(join_tokens({"¿", "qué", "?"}), "¿qué?");
  EXPECT_EQ(join_tokens({"a", "(", "b", ")", "c"}), "a (b) c");
  EXPECT_EQ(join_tokens({}), "");
}

TEST(Sentence, JoinsWhatAFileMayHoldWithoutLosingIt) {
  EXPECT_EQ(join_tokens({"New York", "", "x"}), "New York  x");
}

TEST(Sentence, JoiningAndSplittingAgainGivesTheSameTokens) {
  const std::vector<std::string> pieces = {
      "a",  "B",  "é",  "7", "42", " ", " ",  "\t", "\u00A0", "\u3000", ".",      ",",    ";",       "!",
      "?",  "'",  "’",  "‘", "-",  "‑", "\"", "(",  ")",      "[",      "]",      "“",    "”",       "«",
      "»",  "…",  "—",  "·", "¿",  "¡", "%",  "$",  "/",      "_",      "我",     "，",   "。",      "「",
      "」", "，", "ال", "،", "؟",  "״", "־",  "।",  "🙂",   "\u0301", "\u200D", "\xFF", "\xE2\x80"};
  std::mt19937 generator(4);
  for (int round = 0; round < 20000; ++round) {
    std::string sentence;
    for (auto length = generator() % 14; length > 0; --length) {
      sentence += pieces[generator() % pieces.size()];
    }
    const Tokens tokens = split_sentence(sentence);
    ASSERT_EQ(split_sentence(join_tokens(tokens)), tokens) << sentence;
  }
}

}  // namespace
}  // namespace attention_lab
