#include "ui/figures/base/colour.h"

#include <random>

#include <gtest/gtest.h>

namespace attention_lab {
namespace {

constexpr Colour black = rgb(0);
constexpr Colour white = rgb(0xffffff);

Colour any_colour(std::mt19937& generator) {
  return rgb(static_cast<std::uint32_t>(generator()) & 0xffffff);
}

TEST(Colour, ContrastIsThatOfWcag) {
  EXPECT_NEAR(contrast(black, white), 21, 1e-4);
  EXPECT_NEAR(contrast(white, rgb(0x777777)), 4.48, 0.01);
  EXPECT_NEAR(contrast(white, rgb(0x0000ff)), 8.59, 0.01);
  EXPECT_NEAR(contrast(rgb(0xff0000), white), 4.0, 0.01);
}

TEST(Colour, ContrastLiesBetween1And21EitherWayRound) {
  std::mt19937 generator(1);
  for (int i = 0; i < 5000; ++i) {
    const Colour a = any_colour(generator);
    const Colour b = any_colour(generator);
    EXPECT_GE(contrast(a, b), 1);
    EXPECT_LE(contrast(a, b), 21.001f);
    EXPECT_EQ(contrast(a, b), contrast(b, a));
    EXPECT_EQ(contrast(a, a), 1);
  }
}

TEST(Colour, HexIsReadAsInStyleSheets) {
  EXPECT_EQ(rgb(0x1f6feb), (Colour{0x1f, 0x6f, 0xeb, 255}));
}

TEST(Colour, MixGoesFromOneToTheOther) {
  EXPECT_EQ(mix(black, white, 0), black);
  EXPECT_EQ(mix(black, white, 1), white);
  EXPECT_EQ(mix(black, white, -3), black);
  EXPECT_EQ(mix(black, white, 7), white);
  EXPECT_NEAR(mix(black, white, 0.5f).green, 128, 1);
}

TEST(Colour, FadedKeepsTheHue) {
  EXPECT_EQ(faded(rgb(0x123456), 0.5f), (Colour{0x12, 0x34, 0x56, 128}));
  EXPECT_EQ(faded(white, 0).alpha, 0);
}

TEST(Colour, LegibleOnTakesWhatStandsOutMore) {
  EXPECT_EQ(legible_on(white, black, white), black);
  EXPECT_EQ(legible_on(black, black, white), white);
  std::mt19937 generator(2);
  for (int i = 0; i < 1000; ++i) {
    const Colour ground = any_colour(generator);
    EXPECT_GE(contrast(ground, legible_on(ground, black, white)), 4.5f);
  }
}

}  // namespace
}  // namespace attention_lab
