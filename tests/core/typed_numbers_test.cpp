#include "core/words/typed_numbers.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "core/words/number_format.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

std::uint32_t typed_bits_of(Scalar value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

/// Any finite float; all bit patterns are equally likely.
float any_typed_float(std::mt19937& generator) {
  while (true) {
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(generator()));
    if (std::isfinite(value)) return value;
  }
}

TEST(ParseNumber, TakesWhatPeopleWrite) {
  const std::pair<const char*, Scalar> cases[] = {
      {"0.43", 0.43f},
      {" 0.43\n", 0.43f},
      {"−1.5", -1.5f},
      {"-1.5", -1.5f},
      {"+2", 2},
      {"2e-3", 0.002f},
      {"2E3", 2000},
      {"2e−3", 0.002f},
      {"0,5", 0.5f},
      {".5", 0.5f},
      {"5.", 5},
      {"7", 7},
      {"-0", -0.0f},
      {"1e38", 1e38f},
      {"1e-45", 1e-45f},
      {"1e-60", 0},
      {"1,000.5", 1000.5f},
      {"−1,000,000", -1e6f},
  };
  for (const auto& [text, value] : cases) {
    const Result<Scalar> parsed = parse_number(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(typed_bits_of(*parsed), typed_bits_of(value)) << text;
  }
}

TEST(ParseNumber, RefusesWhatIsNoNumberInWords) {
  for (const char* text :
       {"", " ", "abc", "1.2.3", "1 2", "--1", "1e", "0x10", "0x1p3", "1,2,3", "e5", "5%", "1f"}) {
    const Result<Scalar> parsed = parse_number(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code, ErrorCode::not_a_number) << text;
    EXPECT_EQ(parsed.error().message.back(), '.') << parsed.error().message;
  }
}

TEST(ParseNumber, RefusesWhatIsNotFinite) {
  for (const char* text : {"inf", "-inf", "nan", "1e39", "-1e39", "1e999", "infinity"}) {
    const Result<Scalar> parsed = parse_number(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code, ErrorCode::not_finite) << text;
    EXPECT_EQ(parsed.error().message.back(), '.') << parsed.error().message;
  }
}

TEST(ParseNumber, ReadsEveryFloatBackBitForBit) {
  std::mt19937 generator(1);
  for (int i = 0; i < 20000; ++i) {
    const float value = any_typed_float(generator);
    const Result<Scalar> parsed = parse_number(format_exactly(value));
    ASSERT_TRUE(parsed) << value;
    EXPECT_EQ(typed_bits_of(*parsed), typed_bits_of(value)) << format_exactly(value);
  }
}

TEST(ParseBlock, ReadsBackWhatWasCopiedBitForBit) {
  std::mt19937 generator(2);
  for (int round = 0; round < 50; ++round) {
    const Index rows = 1 + static_cast<Index>(generator() % 9);
    const Index columns = 1 + static_cast<Index>(generator() % 9);
    const Matrix matrix =
        Matrix::NullaryExpr(rows, columns, [&]() -> Scalar { return any_typed_float(generator); });
    const Result<Matrix> parsed = parse_block(block_text(view_of(matrix)));
    ASSERT_TRUE(parsed);
    ASSERT_EQ(parsed->rows(), rows);
    ASSERT_EQ(parsed->cols(), columns);
    for (Index i = 0; i < matrix.size(); ++i)
      EXPECT_EQ(typed_bits_of(parsed->data()[i]), typed_bits_of(matrix.data()[i]));
  }
}

TEST(ParseBlock, TakesTheSeparatorsOfSpreadsheets) {
  for (const char* text :
       {"1\t2\n3\t4\n", "1,2\n3,4", "1;2\r\n3;4\r\n", "1 2\n3 4", "\n1  2 \n\n 3 4\n\n", "1\t 2\n3\t4"}) {
    const Result<Matrix> block = parse_block(text);
    ASSERT_TRUE(block) << text;
    EXPECT_TRUE(*block == (Matrix(2, 2) << 1, 2, 3, 4).finished()) << text;
  }
  const Result<Matrix> decimal_commas = parse_block("0,5\t1,5\n2\t3");
  ASSERT_TRUE(decimal_commas);
  EXPECT_TRUE(*decimal_commas == (Matrix(2, 2) << 0.5f, 1.5f, 2, 3).finished());
}

TEST(ParseBlock, NamesTheRowAndColumnOfWhatItCannotRead) {
  const Result<Matrix> word = parse_block("1\t2\n3\tx");
  ASSERT_FALSE(word);
  EXPECT_EQ(word.error().code, ErrorCode::not_a_number);
  EXPECT_EQ(word.error().place, "row 2, column 2");
  const Result<Matrix> ragged = parse_block("1\t2\n3");
  ASSERT_FALSE(ragged);
  EXPECT_EQ(ragged.error().code, ErrorCode::wrong_shape);
  EXPECT_EQ(ragged.error().place, "row 2");
  for (const char* nothing : {"", "\n\n", "  \t "}) EXPECT_FALSE(parse_block(nothing)) << nothing;
}

TEST(ParseList, TakesWhatPeopleTypeAndNamesWhatIsNoNumber) {
  const auto numbers = parse_list(".1, −.2; 3e-1\n-0.2 +5");
  ASSERT_TRUE(numbers);
  EXPECT_EQ(*numbers, (std::vector<Scalar>{Scalar(0.1), Scalar(-0.2), Scalar(0.3), Scalar(-0.2), 5}));
  EXPECT_EQ(list_text(*numbers), "0.1 −0.2 0.3 −0.2 5");
  EXPECT_TRUE(parse_list(" ")->empty());
  EXPECT_EQ(parse_list("1 2 three").error().code, ErrorCode::not_a_number);
  EXPECT_EQ(parse_list("1 nan").error().code, ErrorCode::not_finite);
}

TEST(ParseList, ACommaBetweenDigitsIsADecimalMarkAndOthersSeparate) {
  const auto expect = [](const char* text, const std::vector<Scalar>& expected) {
    const auto numbers = parse_list(text);
    ASSERT_TRUE(numbers) << text << numbers.error().message;
    EXPECT_EQ(*numbers, expected) << text;
  };
  expect("0,5 −0,25", {0.5, -0.25});
  expect("0,5; 1,5e1", {0.5, 15});
  expect("0,5, 0,3", {0.5, Scalar(0.3)});
  expect("1, 2, 3,", {1, 2, 3});
  expect("1,2,3", {1, 2, 3});
  expect("0.1,0.2", {Scalar(0.1), Scalar(0.2)});
  expect("1,-2", {1, -2});
}

TEST(NumberWords, WritesNumbersAndErrorsAsPeopleReadThem) {
  EXPECT_EQ(with_error(64.3123, 0.91234), "64.31 ± 0.91");
  EXPECT_EQ(with_error(770.4, 36.1), "770 ± 36");
  EXPECT_EQ(short_number(0.012345), "0.0123");
  EXPECT_EQ(short_number(4096), "4,096");
}

}  // namespace
}  // namespace attention_lab
