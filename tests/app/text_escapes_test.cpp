// Numbers and tokens in all text formats.
#include "app/export/text_escapes.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "core/words/utf8.h"
#include "text_samples.h"

namespace attention_lab {
namespace {

using namespace test;  // text_samples.h

constexpr Scalar infinite_scalar = std::numeric_limits<Scalar>::infinity();

TEST(ExactNumber, ComesBackBitForBitReadAsFloatOrAsDouble) {
  std::mt19937 random(3);
  const auto check = [](float value) {
    const std::string text = exact_number(value);
    EXPECT_TRUE(is_same_float(std::strtof(text.c_str(), nullptr), value)) << text;
    EXPECT_TRUE(is_same_float(static_cast<float>(std::strtod(text.c_str(), nullptr)), value)) << text;
  };
  for (int i = 0; i < 100'000; ++i) {
    const std::uint32_t bits = static_cast<std::uint32_t>(random());
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) check(value);
  }
  for (const float value : {0.0f, -0.0f, 0.43f, 1e-45f, 3.4028235e38f, 16777216.0f, 123456789.0f})
    check(value);
}

TEST(ExactNumber, IsLongerWhereRoundingTwiceWouldGiveTheNeighbour) {
  const float value = 7.038531e-26f;
  ASSERT_NE(static_cast<float>(7.038531e-26), value);
  EXPECT_EQ(static_cast<float>(std::strtod(exact_number(value).c_str(), nullptr)), value);
  EXPECT_EQ(exact_number(0.43f), "0.43");
}

TEST(ExactNumber, NamesWhatIsNoFiniteNumber) {
  EXPECT_EQ(exact_number(infinite_scalar), "inf");
  EXPECT_EQ(exact_number(-infinite_scalar), "-inf");
  EXPECT_EQ(exact_number(std::numeric_limits<Scalar>::quiet_NaN()), "nan");
  EXPECT_EQ(python_number(-infinite_scalar, "np.inf", "np.nan"), "-np.inf");
  EXPECT_EQ(python_number(std::numeric_limits<Scalar>::quiet_NaN(), "np.inf", "np.nan"), "np.nan");
}

TEST(LatexNumber, IsMath) {
  EXPECT_EQ(latex_number(-0.15163f, 4), "-0.1516");
  EXPECT_EQ(latex_number(-0.00001f, 4), "0.0000");
  EXPECT_EQ(latex_number(-1.5e30f, 4), "-1.5 \\cdot 10^{30}");
  EXPECT_EQ(latex_number(infinite_scalar, 4), "\\infty");
  EXPECT_EQ(latex_number(-infinite_scalar, 4), "-\\infty");
  EXPECT_EQ(latex_number(std::numeric_limits<Scalar>::quiet_NaN(), 4), "\\mathrm{NaN}");
}

TEST(Fields, AreEscapedAsEachFormatWants) {
  struct Case {
    std::string token, csv, tsv, markdown, latex, python;
  };
  const std::vector<Case> cases = {
      {"step", "step", "step", "step", "step", "\"step\""},
      {"", "", "", "", "", "\"\""},
      {"日本語", "日本語", "日本語", "日本語", "日本語", "\"日本語\""},
      {"a,b", "\"a,b\"", "a,b", "a,b", "a,b", "\"a,b\""},
      {"say \"hi\"", "\"say \"\"hi\"\"\"", "\"say \"\"hi\"\"\"", "say \"hi\"",
       "say \\symbol{34}hi\\symbol{34}", "\"say \\\"hi\\\"\""},
      {" x ", "\" x \"", " x ", " x ", " x ", "\" x \""},
      {"a\tb\nc", "\"a\tb\nc\"", "a b c", "a b c", "a b c", "\"a\\tb\\nc\""},
      {"a|b", "a|b", "a|b", "a\\|b", "a\\textbar{}b", "\"a|b\""},
      {"50%&_#$", "50%&_#$", "50%&_#$", "50%\\&\\_\\#\\$", "50\\%\\&\\_\\#\\$", "\"50%&_#$\""},
      {"\\n{x}", "\\n{x}", "\\n{x}", "\\\\n{x}", "\\textbackslash{}n\\{x\\}", "\"\\\\n{x}\""},
      {"[*]", "[*]", "[*]", "\\[\\*\\]", "{[}{*}{]}", "\"[*]\""},
      {"--", "--", "--", "--", "-{}-", "\"--\""},
      {"~^", "~^", "~^", "\\~^", "\\textasciitilde{}\\textasciicircum{}", "\"~^\""},
      {"\x1B[2J", "\uFFFD[2J", "\uFFFD[2J", "\uFFFD\\[2J", "\uFFFD{[}2J", "\"\\x1b[2J\""},
      {"\u202Ex", "\u202Ex", "\u202Ex", "\u202Ex", "\u202Ex", "\"\\u202ex\""},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(csv_field(c.token), c.csv);
    EXPECT_EQ(tsv_field(c.token), c.tsv);
    EXPECT_EQ(markdown_field(c.token), c.markdown);
    EXPECT_EQ(latex_field(c.token), c.latex);
    EXPECT_EQ(python_string(c.token), c.python);
  }
}

TEST(Fields, NoTokenAndNoTitleCommandsTheTerminalOrBreaksUtf8) {
  const Document document = strange_document();
  const Trace trace = trace_of(document);
  for (const TextFormat format : all_text_formats) {
    for (const std::string& text : {*document_as_text(document, trace, format),
                                    *matrix_as_text(document, trace, {MatrixName::weights, 0}, format)}) {
      EXPECT_TRUE(is_utf8(text)) << to_string(format);
      EXPECT_EQ(text.find('\x1B'), std::string::npos) << to_string(format);
      EXPECT_EQ(text.find('\0'), std::string::npos) << to_string(format);
      EXPECT_EQ(text.find("\xC2\x9B"), std::string::npos) << to_string(format);
      EXPECT_EQ(text.back(), '\n') << to_string(format);
    }
  }
}

TEST(Fields, NoTokenAddsARowOrAColumn) {
  const Document document = strange_document();
  const std::size_t n = document.tokens.size();
  const auto csv = read_csv(text_of(document, MatrixName::weights, TextFormat::csv));
  EXPECT_EQ(csv.size(), n + 1);
  for (const auto& record : csv) EXPECT_EQ(record.size(), n + 1);

  std::istringstream markdown(text_of(document, MatrixName::weights, TextFormat::markdown));
  std::size_t rows = 0;
  for (std::string row; std::getline(markdown, row); ++rows) {
    EXPECT_EQ(count_of(row, "|") - count_of(row, "\\|"), n + 2) << row;
  }
  EXPECT_EQ(rows, n + 2);

  const std::string latex = text_of(document, MatrixName::weights, TextFormat::latex_table);
  EXPECT_EQ(count_of(latex, " \\\\\n"), n + 1);
  EXPECT_EQ(count_of(latex, "&") - count_of(latex, "\\&"), n * (n + 1));
}

TEST(Fields, StrangeTokensComeBackFromCsv) {
  const Document document = strange_document();
  const auto csv = read_csv(text_of(document, MatrixName::X, TextFormat::csv));
  for (std::size_t i = 0; i < document.tokens.size(); ++i) {
    const bool has_control = document.tokens[i] == "\x1B[2J" || document.tokens[i] == "\u009B31m" ||
                             document.tokens[i].find('\0') != std::string::npos;
    if (!has_control) {
      EXPECT_EQ(csv[i + 1][0], document.tokens[i]);
    }
  }
}

}  // namespace
}  // namespace attention_lab
