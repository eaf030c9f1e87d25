#include "ui/figures/charts/sentence.h"

#include <algorithm>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "fixed_width_metrics.h"
#include "legibility.h"

namespace attention_lab {
namespace {

using testing::all;
using testing::fixed_width;
using testing::plain_style;
using testing::texts_of;

SentenceSpec sentence_of(const std::vector<double>& numbers) {
  SentenceSpec spec;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    spec.words.push_back("word" + std::to_string(i));
    spec.numbers.emplace_back(numbers[i]);
  }
  spec.title = "Attention weights";
  spec.legend = "weight";
  return spec;
}

/// The shade behind a word.
std::vector<FillRect> shades_of(const DisplayList& list, const std::string& word) {
  const Text text = texts_of(list, word).at(0);
  std::vector<FillRect> found;
  for (const FillRect& fill : all<FillRect>(list))
    if (fill.rect.contains(text.position)) found.push_back(fill);
  return found;
}

TEST(Sentence, TheLargerANumberTheStrongerItsShade) {
  const DisplayList list = sentence(sentence_of({0, 0.2, 0.5, 1}), 600, 200, plain_style, fixed_width);
  float before = 2;
  for (const char* word : {"word0", "word1", "word2", "word3"}) {
    const std::vector<FillRect> shades = shades_of(list, word);
    ASSERT_EQ(shades.size(), 1u) << word;
    EXPECT_LT(luminance(shades[0].colour), before) << word;
    before = luminance(shades[0].colour);
  }
  EXPECT_EQ(shades_of(list, "word0")[0].colour, plain_style.ground);
}

TEST(Sentence, TheLargerANumberTheThickerItsLine) {
  SentenceSpec spec = sentence_of({0.25, 0.5, 1});
  spec.mark = SentenceMark::underline;
  spec.has_legend = false;
  const std::vector<FillRect> under = all<FillRect>(sentence(spec, 600, 200, plain_style, fixed_width));
  ASSERT_EQ(under.size(), 3u);
  EXPECT_NEAR(under[1].rect.height, 2 * under[0].rect.height, 1e-3f);
  EXPECT_NEAR(under[2].rect.height, 4 * under[0].rect.height, 1e-3f);
}

TEST(Sentence, WordsThatTheMaskHidesAreQuietAndHaveNoShade) {
  SentenceSpec spec = sentence_of({0.5, 0.5});
  spec.numbers[1].reset();
  spec.has_numbers = true;
  const DisplayList list = sentence(spec, 600, 200, plain_style, fixed_width);
  EXPECT_TRUE(shades_of(list, "word1").empty());
  EXPECT_EQ(texts_of(list, "word1").at(0).colour, plain_style.quiet_text);
  EXPECT_EQ(texts_of(list, "0.50").size(), 1u);
}

TEST(Sentence, NumbersStandAboveTheirWordsIfAskedFor) {
  SentenceSpec spec = sentence_of({0.25, 0.75});
  EXPECT_TRUE(texts_of(sentence(spec, 600, 200, plain_style, fixed_width), "0.25").empty());
  spec.has_numbers = true;
  const DisplayList list = sentence(spec, 600, 200, plain_style, fixed_width);
  const Text number = texts_of(list, "0.75").at(0);
  const Text word = texts_of(list, "word1").at(0);
  EXPECT_FLOAT_EQ(number.position.x, word.position.x);
  EXPECT_LT(number.position.y, word.position.y);
  EXPECT_LT(number.size, word.size);
}

TEST(Sentence, TheChosenWordIsFramed) {
  SentenceSpec spec = sentence_of({0.25, 0.75});
  spec.has_legend = false;
  spec.chosen = 1;
  const DisplayList list = sentence(spec, 600, 200, plain_style, fixed_width);
  const std::vector<StrokeRect> frames = all<StrokeRect>(list);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_TRUE(frames[0].rect.contains(texts_of(list, "word1").at(0).position));
}

TEST(Sentence, LongOnesHaveSeveralLinesInReadingOrder) {
  const std::vector<double> numbers(60, 0.5);
  const DisplayList list = sentence(sentence_of(numbers), 454, 255, plain_style, fixed_width);
  Point before{-1, -1};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::vector<Text> words = texts_of(list, "word" + std::to_string(i));
    ASSERT_EQ(words.size(), 1u) << i;
    const bool is_same_line = words[0].position.y == before.y;
    EXPECT_TRUE(is_same_line ? words[0].position.x > before.x : words[0].position.y > before.y) << i;
    before = words[0].position;
  }
  EXPECT_TRUE(list.notes.empty());
}

TEST(Sentence, SaysHowManyTokensHaveNoRoom) {
  const DisplayList list =
      sentence(sentence_of(std::vector<double>(2000, 0.5)), 300, 200, plain_style, fixed_width);
  ASSERT_EQ(list.notes.size(), 1u);
  EXPECT_NE(list.notes[0].text.find("of 2,000 tokens are shown"), std::string::npos);
  EXPECT_EQ(texts_of(list, list.notes[0].text).size(), 1u);
}

TEST(Sentence, AnythingIsLegibleOnAnyPage) {
  std::mt19937 generator(3);
  const auto is_so = [&] { return generator() % 2 == 0; };
  for (int round = 0; round < 300 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    SentenceSpec spec;
    const std::size_t count = 1 + generator() % (generator() % 4 == 0 ? 200 : 12);
    for (std::size_t i = 0; i < count; ++i) {
      spec.words.push_back(testing::strange_token(generator));
      spec.numbers.emplace_back(static_cast<double>(generator() % 2001) / 1000 - 1);
      if (generator() % 20 == 0) spec.numbers.back().reset();
      if (generator() % 20 == 0) spec.numbers.back() = std::numeric_limits<double>::quiet_NaN();
    }
    if (is_so()) spec.chosen = static_cast<Index>(generator() % count);
    if (is_so()) spec.title = "Attention weights of " + testing::strange_token(generator);
    if (is_so()) spec.legend = "weight";
    spec.has_legend = is_so();
    spec.has_numbers = is_so();
    if (is_so()) spec.mark = SentenceMark::underline;
    if (is_so()) spec.map = ColourMap::viridis;
    spec.low = is_so() ? -1 : 0;
    FigureStyle used = is_so() ? testing::paper_style(10) : testing::night_style(10);
    used.font_size = 6 + static_cast<float>(generator() % 35);
    const Point page{60 + static_cast<float>(generator() % 900), 60 + static_cast<float>(generator() % 700)};
    const DisplayList list = sentence(spec, page.x, page.y, used, fixed_width);
    testing::expect_tidy(list, fixed_width);
    testing::expect_contrast(list, used, fixed_width);
    testing::expect_on_page(list);
  }
}

}  // namespace
}  // namespace attention_lab
