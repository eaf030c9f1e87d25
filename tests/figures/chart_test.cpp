#include "ui/figures/charts/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "drawn_texts.h"
#include "special_numbers.h"

namespace attention_lab {
namespace {

using testing::infinity;
using testing::nan;

using Numbers = std::vector<double>;
using Strings = std::vector<std::string>;

TEST(RoundTicks, AreMultiplesOfOneTwoOrFive) {
  EXPECT_EQ(round_ticks(0, 1, 6), (Numbers{0, 0.2, 0.4, 0.6, 0.8, 1}));
  EXPECT_EQ(round_ticks(0, 1, 5), (Numbers{0, 0.5, 1}));
  EXPECT_EQ(round_ticks(-1.2, 1.4, 6), (Numbers{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(round_ticks(0.13, 0.31, 10), (Numbers{0.14, 0.16, 0.18, 0.2, 0.22, 0.24, 0.26, 0.28, 0.3}));
  EXPECT_EQ(round_ticks(0, 7e6, 4), (Numbers{0, 2e6, 4e6, 6e6}));
}

TEST(RoundTicks, StayWithinTheRangeAndTheirNumber) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> exponents(-30, 30);
  std::uniform_real_distribution<double> shares(-1, 1);
  for (int round = 0; round < 2000; ++round) {
    const double size = std::pow(10.0, exponents(generator));
    double low = shares(generator) * size;
    double high = shares(generator) * size;
    if (low > high) std::swap(low, high);
    const int at_most = 3 + static_cast<int>(generator() % 9);
    const Numbers ticks = round_ticks(low, high, at_most);
    EXPECT_LE(ticks.size(), static_cast<std::size_t>(at_most));
    EXPECT_TRUE(std::is_sorted(ticks.begin(), ticks.end()));
    for (const double tick : ticks) {
      EXPECT_GE(tick, low - (high - low) * 1e-6);
      EXPECT_LE(tick, high + (high - low) * 1e-6);
    }
    const Strings labels = tick_labels(ticks);
    EXPECT_EQ(std::set<std::string>(labels.begin(), labels.end()).size(), ticks.size());
  }
}

TEST(RoundTicks, OfLogarithmicAxesArePowersOfTen) {
  EXPECT_EQ(round_ticks(1, 1000, 6, ScaleKind::logarithmic), (Numbers{1, 10, 100, 1000}));
  EXPECT_EQ(round_ticks(0.5, 2000, 2, ScaleKind::logarithmic), (Numbers{1, 100}));
  EXPECT_GE(round_ticks(2, 8, 6, ScaleKind::logarithmic).size(), 2u) << "less than a decade";
}

TEST(RoundTicks, SurviveRangesThatAreNone) {
  EXPECT_EQ(round_ticks(3, 3, 5), Numbers{3});
  EXPECT_TRUE(round_ticks(nan, 1, 5).empty());
  EXPECT_TRUE(round_ticks(0, infinity, 5).empty());
  EXPECT_TRUE(round_ticks(1, 0, 5).empty());
  EXPECT_TRUE(round_ticks(-1, 1, 5, ScaleKind::logarithmic).empty());
  EXPECT_LE(round_ticks(0, 1, 0).size(), 1u);
  EXPECT_LE(round_ticks(-1e308, 1e308, 5).size(), 5u);
  EXPECT_LE(round_ticks(1e9, 1e9 + 1e-6, 5).size(), 5u);
}

TEST(TickLabels, HaveAsManyDecimalsAsTellThemApart) {
  EXPECT_EQ(tick_labels({0, 0.5, 1}), (Strings{"0.0", "0.5", "1.0"}));
  EXPECT_EQ(tick_labels({-2, 0, 2}), (Strings{"−2", "0", "2"}));
  EXPECT_EQ(tick_labels({0.25, 0.3}), (Strings{"0.25", "0.30"}));
  EXPECT_EQ(tick_labels({2000, 2001}), (Strings{"2000", "2001"}));
  EXPECT_TRUE(tick_labels({}).empty());
}

TEST(TickLabels, WritePowersOfTenWhereNumbersAreLong) {
  EXPECT_EQ(tick_labels({0, 5e6, 1e7}), (Strings{"0", "0.5·10^{7}", "1.0·10^{7}"}));
  EXPECT_EQ(tick_labels({0, 2e-9}), (Strings{"0", "2·10^{−9}"}));
  EXPECT_EQ(tick_labels({0.01, 1, 100}, ScaleKind::logarithmic), (Strings{"10^{−2}", "10^{0}", "10^{2}"}));
  EXPECT_EQ(tick_labels({2, 5}, ScaleKind::logarithmic), (Strings{"2", "5"}));
}

NumberSpan span(const Numbers& numbers) {
  NumberSpan found;
  for (const double number : numbers) found.add(number);
  return found;
}

TEST(ChartScale, HasRoundEndsAroundTheData) {
  const ChartScale scale = scale_of({}, span({-0.13, 2.71, nan, infinity}), 6);
  EXPECT_DOUBLE_EQ(scale.low, -1);
  EXPECT_DOUBLE_EQ(scale.high, 3);
  EXPECT_DOUBLE_EQ(scale.share_of(1), 0.5);
  EXPECT_EQ(scale.ticks, (Numbers{-1, 0, 1, 2, 3}));
}

TEST(ChartScale, KeepsTheEndsItIsGiven) {
  ChartAxis axis;
  axis.low = 0.25;
  axis.high = 0.8;
  const ChartScale scale = scale_of(axis, span({-5, 5}), 6);
  EXPECT_DOUBLE_EQ(scale.low, 0.25);
  EXPECT_DOUBLE_EQ(scale.high, 0.8);
}

TEST(ChartScale, IsUsableWhateverTheData) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double huge = std::numeric_limits<double>::max();
  for (const ScaleKind kind : {ScaleKind::linear, ScaleKind::logarithmic}) {
    for (const Numbers& numbers : {Numbers{},
                                   {0},
                                   {7},
                                   {-7},
                                   {nan},
                                   {infinity, -infinity},
                                   {tiny},
                                   {0, tiny},
                                   {-huge, huge},
                                   {huge},
                                   {1e9, 1e9 + 1e-7},
                                   {-3, -2},
                                   {1e-5, 1e5},
                                   {0, 1},
                                   {10},
                                   {1},
                                   {3, 4}}) {
      ChartAxis axis;
      axis.kind = kind;
      for (int ticks = 1; ticks < 10; ++ticks) {
        const ChartScale scale = scale_of(axis, span(numbers), ticks);
        ASSERT_LT(scale.low, scale.high);
        ASSERT_TRUE(std::isfinite(scale.high - scale.low));
        ASSERT_LE(scale.ticks.size(), 12u);
        ASSERT_EQ(tick_labels(scale.ticks, kind).size(), scale.ticks.size());
        for (const double number : numbers) {
          const bool has_place = std::isfinite(number) && std::fabs(number) < 1e300 &&
                                 std::fabs(number) != tiny && (kind == ScaleKind::linear || number > 0);
          if (!has_place) continue;
          EXPECT_GE(scale.share_of(number), -1e-6) << number;
          EXPECT_LE(scale.share_of(number), 1 + 1e-6) << number;
        }
      }
    }
  }
}

TEST(ChartScale, LogarithmicAxesOfLessThanADecadeEndNearTheirNumbers) {
  ChartAxis axis;
  axis.kind = ScaleKind::logarithmic;
  const ChartScale scale = scale_of(axis, span({1.1, 1.7}), 6);
  EXPECT_DOUBLE_EQ(scale.low, 1);
  EXPECT_DOUBLE_EQ(scale.high, 2);
  EXPECT_GE(scale.ticks.size(), 2u);
}

TEST(ChartScale, LogarithmicAxesHoldNoNumbersUpToZero) {
  ChartAxis axis;
  axis.kind = ScaleKind::logarithmic;
  const ChartScale scale = scale_of(axis, span({1, 1000}), 6);
  EXPECT_TRUE(std::isnan(scale.share_of(0)));
  EXPECT_TRUE(std::isnan(scale.share_of(-1)));
  EXPECT_NEAR(scale.share_of(10), 1.0 / 3, 1e-9);
}

// Machado, Oliveira, Fernandes 2009: linear RGB as seen by people who lack one kind of cone.
using ColourMatrix = std::array<std::array<double, 3>, 3>;
constexpr std::array<ColourMatrix, 3> deficiencies = {
    ColourMatrix{
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    ColourMatrix{
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.01182, 0.04294, 0.968881}}},
    ColourMatrix{
        {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.3039}}}};

std::array<double, 3> cie_lab(Colour colour, const ColourMatrix& seen) {
  const auto linear = [](std::uint8_t byte) {
    const double v = byte / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  const std::array rgb = {linear(colour.red), linear(colour.green), linear(colour.blue)};
  std::array<double, 3> s{};
  for (std::size_t i = 0; i < 3; ++i)
    s[i] = std::clamp(seen[i][0] * rgb[0] + seen[i][1] * rgb[1] + seen[i][2] * rgb[2], 0.0, 1.0);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f((0.4124 * s[0] + 0.3576 * s[1] + 0.1805 * s[2]) / 0.95047);
  const double y = f(0.2126 * s[0] + 0.7152 * s[1] + 0.0722 * s[2]);
  const double z = f((0.0193 * s[0] + 0.1192 * s[1] + 0.9505 * s[2]) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

TEST(SeriesColour, FirstFiveAreToldApartByPeopleWhoDoNotSeeAllColours) {
  for (const FigureStyle& style : {FigureStyle{}, testing::night_style()}) {
    for (const ColourMatrix& seen : deficiencies) {
      for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const auto a = cie_lab(series_colour(style, i), seen);
          const auto b = cie_lab(series_colour(style, j), seen);
          EXPECT_GE(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 14) << i << " and " << j;
        }
      }
    }
  }
}

TEST(SeriesColour, StandsOutOnTheGround) {
  for (const FigureStyle& style : {FigureStyle{}, testing::night_style()}) {
    for (std::size_t i = 0; i < 20; ++i) EXPECT_GE(contrast(series_colour(style, i), style.ground), 3) << i;
  }
}

}  // namespace
}  // namespace attention_lab
