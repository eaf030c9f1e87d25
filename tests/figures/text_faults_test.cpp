// Texts that are not drawn correctly: characters without a font, scripts that need complex layout.
#include "ui/figures/base/text_faults.h"

#include <gtest/gtest.h>

#include "fixed_width_metrics.h"

namespace attention_lab {
namespace {

/// A font that has every character except these.
class FontWithout : public testing::FixedWidthMetrics {
 public:
  explicit FontWithout(std::u32string lacking) : lacking_(std::move(lacking)) {}
  bool has(char32_t c) const override { return lacking_.find(c) == std::u32string::npos; }

 private:
  std::u32string lacking_;
};

DisplayList list_with(const std::vector<std::string>& texts) {
  DisplayList list;
  list.width = list.height = 100;
  for (const std::string& words : texts) {
    Text text;
    text.text = words;
    list.add(text);
  }
  return list;
}

std::vector<std::string> sentences(const std::vector<std::string>& texts,
                                   const std::u32string& lacking = U"") {
  return in_sentences(text_faults(list_with(texts), FontWithout(lacking)));
}

std::vector<FaultyScript> scripts(const std::vector<std::string>& texts) {
  return text_faults(list_with(texts), FontWithout(U"")).scripts;
}

using Sentences = std::vector<std::string>;
using Scripts = std::vector<FaultyScript>;

TEST(TextFaults, OfTextsThatAreDrawnAsTheyAreWrittenThereAreNone) {
  for (const char* const text : {"journey", "İstanbul’daki", "naïve", "Ελλάδα", "русский", "日本語", "한국어",
                                 "ภาษาไทย", "ລາວ", "√d_k", "ስም", "քայլ", "١٢٣", "१२३"}) {
    EXPECT_TRUE(sentences({text}).empty()) << text;
  }
}

TEST(TextFaults, CharactersThatNoFileCanShowAreNamedByTheirCodes) {
  EXPECT_EQ(sentences({"\x07", "a\x07"}),
            Sentences{"The character U+0007 cannot be exported; U+FFFD replaces it."});
  EXPECT_EQ(sentences({"\uFFFE\uFDD0\U0001FFFF\uFFFF\u0085"}),
            Sentences{"The characters U+FFFE, U+FDD0, U+1FFFF and 2 more cannot be exported; "
                      "U+FFFD replaces them."});
}

TEST(TextFaults, CharactersWithoutAFontAreNamedOnceWithTheirCodes) {
  EXPECT_EQ(sentences({"你", "a", "你"}, U"你"),
            Sentences{"No font on this machine has the character 你 (U+4F60); it appears as a box."});
  EXPECT_EQ(
      sentences({"你好"}, U"你好"),
      Sentences{"No font on this machine has the characters 你 (U+4F60) and 好 (U+597D); they appear as "
                "boxes."});
}

TEST(TextFaults, OfManyCharactersWithoutAFontAFewAreNamed) {
  EXPECT_EQ(
      sentences({"甲乙丙丁"}, U"甲乙丙丁"),
      Sentences{"No font on this machine has the characters 甲 (U+7532), 乙 (U+4E59), 丙 (U+4E19) and 丁 "
                "(U+4E01); they appear as boxes."})
      << "one more than a few is named instead of counted";
  EXPECT_EQ(
      sentences({"甲乙丙", "丁戊"}, U"甲乙丙丁戊"),
      Sentences{"No font on this machine has the characters 甲 (U+7532), 乙 (U+4E59), 丙 (U+4E19) and 2 "
                "more; they appear as boxes."});
}

TEST(TextFaults, ScriptsFromRightToLeftAreNamed) {
  EXPECT_EQ(scripts({"שלום"}), (Scripts{{"Hebrew", ScriptFault::backwards}}));
  EXPECT_EQ(scripts({"the", "رحلة", "خطوة"}), (Scripts{{"Arabic", ScriptFault::backwards_and_unjoined}}));
  EXPECT_EQ(sentences({"رحلة"}),
            Sentences{"Arabic is drawn letter by letter from left to right here, so its words read backwards "
                      "and their letters do not join."});
}

TEST(TextFaults, ScriptsThatAreShapedAreNamed) {
  EXPECT_EQ(scripts({"यात्रा"}), (Scripts{{"Devanagari", ScriptFault::unshaped}}));
  EXPECT_EQ(scripts({"பயணம்", "ভ্রমণ"}),
            (Scripts{{"Tamil", ScriptFault::unshaped}, {"Bengali", ScriptFault::unshaped}}));
  EXPECT_EQ(scripts({"ᠮᠣᠩᠭᠣᠯ"}), (Scripts{{"Mongolian", ScriptFault::unjoined}}));
  EXPECT_EQ(scripts({"\u1112\u1161\u11AB"}), (Scripts{{"Hangul", ScriptFault::uncombined}}));
}

TEST(TextFaults, ALetterAloneIsRight) {
  EXPECT_TRUE(scripts({"ש", "ل", "क", "ش"}).empty()) << "each stands in a text of its own";
  EXPECT_TRUE(scripts({"שָׁ"}).empty()) << "a letter with its marks is one letter";
}

TEST(TextFaults, BoxesAreNoScript) {
  EXPECT_EQ(sentences({"שלום"}, U"שלום").size(), 1u) << "that they are boxes is all there is to say";
}

TEST(TextFaults, EveryScriptHasASentence) {
  for (const ScriptFault fault : {ScriptFault::backwards, ScriptFault::backwards_and_unjoined,
                                  ScriptFault::unjoined, ScriptFault::unshaped, ScriptFault::uncombined}) {
    const Sentences all = in_sentences({{}, {{"Name", fault}}, {}});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all.front().substr(0, 5), "Name ");
    EXPECT_EQ(all.front().back(), '.');
  }
}

TEST(TextFaults, AreGatheredOverSeveralPictures) {
  const FontWithout font(U"你好");
  const TextFaults first = text_faults(list_with({"你", "שלום"}), font);
  const TextFaults both = text_faults(list_with({"好", "你", "שלום"}), font, first);
  EXPECT_EQ(both.missing, (std::vector<std::string>{"你", "好"}));
  EXPECT_EQ(both.scripts.size(), 1u);
}

TEST(TextFaults, WarningsAreWhatThePictureSaysOfItselfAndWhatItsTextsLack) {
  DisplayList list = list_with({"שלום"});
  list.notes = {{"Each pixel shows the largest of its 2 × 2 cells.", "SVG and PDF show every cell."}};
  const Sentences warnings = warnings_of(list, FontWithout(U""));
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0], "Each pixel shows the largest of its 2 × 2 cells. SVG and PDF show every cell.");
  EXPECT_NE(warnings[1].find("Hebrew"), std::string::npos);
}

}  // namespace
}  // namespace attention_lab
