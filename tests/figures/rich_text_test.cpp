#include "ui/figures/base/rich_text.h"

#include <random>

#include <gtest/gtest.h>

#include "core/words/outside_text.h"
#include "fixed_width_metrics.h"

namespace attention_lab {
namespace {

using testing::fixed_width;

constexpr float sample_size = 20;

TextLayout layout(std::string_view markup) {
  return layout_markup(markup, sample_size, FontWeight::regular, fixed_width);
}

std::string plain(const TextLayout& layout) {
  std::string text;
  for (const TextRun& run : layout.runs) text += run.text;
  return text;
}

TEST(Markup, LowersSubscriptsAndRaisesSuperscripts) {
  const TextLayout weight = layout("W_q");
  ASSERT_EQ(weight.runs.size(), 2u);
  EXPECT_EQ(weight.runs[0].text, "W");
  EXPECT_EQ(weight.runs[0].rise, 0);
  EXPECT_EQ(weight.runs[0].size, sample_size);
  EXPECT_EQ(weight.runs[1].text, "q");
  EXPECT_LT(weight.runs[1].rise, 0);
  EXPECT_LT(weight.runs[1].size, sample_size);
  const TextLayout transposed = layout("QK^T");
  ASSERT_EQ(transposed.runs.size(), 2u);
  EXPECT_EQ(transposed.runs[0].text, "QK");
  EXPECT_EQ(transposed.runs[1].text, "T");
  EXPECT_GT(transposed.runs[1].rise, 0);
}

TEST(Markup, BracesHoldLongScripts) {
  const TextLayout score = layout("ω_{2,3} = 1");
  ASSERT_EQ(score.runs.size(), 3u);
  EXPECT_EQ(score.runs[1].text, "2,3");
  EXPECT_EQ(score.runs[2].text, " = 1");
  EXPECT_EQ(plain(layout("√d_k")), "√dk");
  EXPECT_EQ(layout("x_√").runs[1].text, "√") << "a script is a whole character";
}

TEST(Markup, RunsStandOneAfterTheOther) {
  for (const char* markup : {"W_q", "QK^T", "√d_k = √2", "ω_{2,3}", "a_b^c_d", "plain", "_a", "^{x}y"}) {
    const TextLayout whole = layout(markup);
    float x = 0;
    for (const TextRun& run : whole.runs) {
      EXPECT_FLOAT_EQ(run.x, x) << markup;
      EXPECT_FLOAT_EQ(run.width, fixed_width.width(run.text, run.size, FontWeight::regular)) << markup;
      x += run.width;
    }
    EXPECT_FLOAT_EQ(whole.width, x) << markup;
  }
}

TEST(Markup, UnfinishedMarkUpIsShownRatherThanLost) {
  EXPECT_EQ(plain(layout("")), "");
  EXPECT_EQ(plain(layout("a_")), "a_");
  EXPECT_EQ(plain(layout("a^")), "a^");
  EXPECT_EQ(plain(layout("a\\")), "a\\");
  EXPECT_EQ(plain(layout("a_{bc")), "abc");
}

TEST(Markup, EscapedTextShowsAsItIs) {
  std::mt19937 generator(1);
  const std::string letters[] = {"_", "^", "\\", "{", "}", "a", "ω", "😀", " "};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t i = generator() % 8; i > 0; --i) text += letters[generator() % std::size(letters)];
    const TextLayout escaped = layout(escape_markup(text));
    EXPECT_EQ(plain(escaped), text);
    EXPECT_LE(escaped.runs.size(), 1u) << text;
  }
}

TEST(Markup, AnyTextIsLaidOut) {
  std::mt19937 generator(2);
  const std::string letters[] = {"_", "^", "\\", "{", "}", "a", "ω", "_{", "^{", "\xF0"};
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (std::size_t i = generator() % 10; i > 0; --i) text += letters[generator() % std::size(letters)];
    EXPECT_GE(layout(text).width, 0) << text;
  }
}

TEST(Shorten, LeavesAloneWhatFits) {
  EXPECT_EQ(shorten("journey", 70, sample_size, FontWeight::regular, fixed_width), "journey");
  EXPECT_EQ(shorten("", 0, sample_size, FontWeight::regular, fixed_width), "");
}

TEST(Shorten, EndsWithAnEllipsisAndFits) {
  EXPECT_EQ(shorten("journey", 50, sample_size, FontWeight::regular, fixed_width), "jour…");
  EXPECT_EQ(shorten("日本語テキスト", 40, sample_size, FontWeight::regular, fixed_width), "日本語…");
  std::mt19937 generator(3);
  const std::string letters[] = {"a", "é", "語", "😀"};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t i = generator() % 20; i > 0; --i) text += letters[generator() % std::size(letters)];
    const float room = static_cast<float>(generator() % 200);
    const std::string shown = shorten(text, room, sample_size, FontWeight::regular, fixed_width);
    if (shown == text) continue;
    ASSERT_GE(shown.size(), std::string("…").size());
    const std::string kept = shown.substr(0, shown.size() - std::string("…").size());
    EXPECT_EQ(text.compare(0, kept.size(), kept), 0);
    EXPECT_NE(static_cast<unsigned char>(text[kept.size()]) & 0xC0, 0x80) << "cut inside a character";
    EXPECT_TRUE(kept.empty() || fixed_width.width(shown, sample_size, FontWeight::regular) <= room + 1e-3f);
  }
}

}  // namespace
}  // namespace attention_lab
