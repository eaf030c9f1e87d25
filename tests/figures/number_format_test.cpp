#include "core/words/number_format.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "ui/figures/base/value_range.h"

namespace attention_lab {
namespace {

TEST(FormatNumber, HasFixedDecimalsAndARealMinus) {
  EXPECT_EQ(format_number(0.22638, 4), "0.2264");
  EXPECT_EQ(format_number(-1.5, 4), "−1.5000");
  EXPECT_EQ(format_number(3, 0), "3");
  EXPECT_EQ(format_number(0.4306, 7), "0.4306000");
  EXPECT_EQ(format_number(-12.25, 2), "−12.25");
}

TEST(FormatNumber, NeverShowsANegativeZero) {
  for (int decimals = 0; decimals <= 7; ++decimals) {
    for (const double value : {-0.0, -1e-9, -1e-30}) {
      EXPECT_EQ(format_number(value, decimals), format_number(0, decimals)) << decimals;
    }
  }
  EXPECT_EQ(format_number(-0.00004, 4), "0.0000");
  EXPECT_EQ(format_number(-0.00006, 4), "−0.0001");
}

TEST(FormatNumber, WritesWhatIsNotFiniteAsSigns) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(format_number(infinite, 4), "∞");
  EXPECT_EQ(format_number(-infinite, 4), "−∞");
  EXPECT_EQ(format_number(std::nan(""), 4), "NaN");
}

TEST(FormatNumber, KeepsLargeNumbersShort) {
  EXPECT_EQ(format_number(1.5e30, 4), "1.5e30");
  EXPECT_EQ(format_number(-2e6, 4), "−2e6");
  EXPECT_EQ(format_number(999999, 1), "999999.0");
  std::mt19937 generator(1);
  for (int i = 0; i < 1000; ++i) {
    const double value = std::pow(10.0, static_cast<double>(generator() % 600) / 10 - 20);
    EXPECT_LE(format_number(-value, 4).size(), std::string("−123456.1234").size()) << value;
  }
}

TEST(FormatExactly, IsShortAndReadsBackBitForBit) {
  EXPECT_EQ(format_exactly(0.43f), "0.43");
  EXPECT_EQ(format_exactly(-1.25f), "-1.25");
  EXPECT_EQ(format_exactly(1.0f), "1");
  EXPECT_EQ(format_exactly(0.0f), "0");
  EXPECT_EQ(format_exactly(10.0f), "10");
  EXPECT_EQ(format_exactly(-1e30f), "-1e+30");
  EXPECT_EQ(format_exactly(1000.00001), "1000.00001");
  std::mt19937 generator(2);
  for (int i = 0; i < 20000; ++i) {
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(generator()));
    if (!std::isfinite(value)) continue;
    const std::string text = format_exactly(value);
    const float back = std::strtof(text.c_str(), nullptr);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(back), std::bit_cast<std::uint32_t>(value)) << text;
    EXPECT_LE(text.size(), 16u);
  }
}

TEST(FormatPercent, HasOneDecimal) {
  EXPECT_EQ(format_percent(0.15), "15.0%");
  EXPECT_EQ(format_percent(1), "100.0%");
  EXPECT_EQ(format_percent(0), "0.0%");
}

TEST(RoundUpNicely, IsTheNextRoundNumber) {
  EXPECT_DOUBLE_EQ(round_up_nicely(0.23), 0.25);
  EXPECT_DOUBLE_EQ(round_up_nicely(0.25), 0.25);
  EXPECT_DOUBLE_EQ(round_up_nicely(1), 1);
  EXPECT_DOUBLE_EQ(round_up_nicely(81), 100);
  EXPECT_DOUBLE_EQ(round_up_nicely(0), 1);
  EXPECT_DOUBLE_EQ(round_up_nicely(-3), 1);
  EXPECT_DOUBLE_EQ(round_up_nicely(std::nan("")), 1);
  std::mt19937 generator(3);
  for (int i = 0; i < 5000; ++i) {
    const double value = std::pow(10.0, static_cast<double>(generator() % 10000) / 1000 - 5);
    const double rounded = round_up_nicely(value);
    EXPECT_GE(rounded, value * (1 - 1e-8));
    EXPECT_LE(rounded, value * 1.5 * (1 + 1e-8)) << value;
  }
}

TEST(FormatPlainly, NumbersLoseOnlyZerosAfterThePoint) {
  EXPECT_EQ(format_plainly(100, 0), "100");
  EXPECT_EQ(format_plainly(100, 2), "100");
  EXPECT_EQ(format_plainly(-12.50, 2), "-12.5");
  EXPECT_EQ(format_plainly(-0.001, 2), "0");
}

}  // namespace
}  // namespace attention_lab
