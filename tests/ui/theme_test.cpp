#include "ui/widgets/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "ui/figures/base/colour_map.h"
#include "ui/figures/pipeline/pipeline_colours.h"

namespace attention_lab {
namespace {

constexpr float least_contrast = 4.5f;  // WCAG 2, level AA, for text

class ThemeTest : public ::testing::TestWithParam<ThemeName> {
 protected:
  const Theme& theme = theme_of(GetParam());
};

TEST_P(ThemeTest, TextStandsOutFromWhatIsBehindIt) {
  const std::pair<const char*, Colour> inks[] = {{"text", theme.text},     {"quiet text", theme.quiet_text},
                                                 {"accent", theme.accent}, {"error", theme.error},
                                                 {"query", theme.query},   {"key", theme.key},
                                                 {"value", theme.value}};
  for (const auto& [name, ink] : inks) {
    EXPECT_GE(contrast(ink, theme.card), least_contrast) << name << " on card";
    EXPECT_GE(contrast(ink, theme.ground), least_contrast) << name << " on ground";
  }
  EXPECT_GE(contrast(theme.error, theme.error_ground), least_contrast) << "error on its ground";
  EXPECT_GE(contrast(theme.text, theme.hover_ground), least_contrast) << "text on hover ground";
  EXPECT_GE(contrast(theme.text, theme.accent_ground), least_contrast) << "text on accent ground";
}

TEST_P(ThemeTest, NumbersStandOutFromSignedCells) {
  const FigureStyle style = figure_style(theme, 12);
  for (int i = -100; i <= 100; ++i) {
    const double value = i / 100.0;
    EXPECT_GE(contrast(theme.text, signed_tint(value, style)), least_contrast) << value;
  }
}

TEST_P(ThemeTest, NumbersStandOutFromEveryWeight) {
  for (int i = 0; i <= 1000; ++i) {
    const Colour ground = sample(ColourMap::viridis, static_cast<float>(i) / 1000);
    const Colour ink = legible_on(ground, theme.dark_ink, theme.light_ink);
    EXPECT_GE(contrast(ink, ground), least_contrast) << i / 1000.0;
  }
}

TEST_P(ThemeTest, SignedCellsGrowFromTheCardsColour) {
  const FigureStyle style = figure_style(theme, 12);
  EXPECT_EQ(signed_tint(0, style), theme.card);
  EXPECT_EQ(signed_tint(2, style), signed_tint(1, style));
  EXPECT_NE(signed_tint(1, style), signed_tint(-1, style));
}

TEST_P(ThemeTest, MarksStandOutFromTheCardAndFromTheirNames) {
  EXPECT_GE(contrast(theme.pointed, theme.card), least_contrast) << "names of what is pointed at";
  for (const Colour token : {theme.first_token, theme.second_token}) {
    EXPECT_GE(contrast(token, theme.card), least_contrast);
    EXPECT_GE(contrast(legible_on(token, theme.dark_ink, theme.light_ink), token), least_contrast);
  }
}

/// How people without one of the three kinds of cones see linear sRGB: Machado, Oliveira and Fernandes, "A
/// Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, at full severity.
using ColourVision = std::array<std::array<double, 3>, 3>;
constexpr ColourVision usual = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr ColourVision protanopia = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr ColourVision deuteranopia = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr ColourVision tritanopia = {
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

/// CIELAB of a colour as it is seen.
std::array<double, 3> seen(Colour colour, const ColourVision& vision) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const std::array<double, 3> rgb = {linear(colour.red), linear(colour.green), linear(colour.blue)};
  std::array<double, 3> felt{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) felt[i] += vision[i][j] * rgb[j];
    felt[i] = std::clamp(felt[i], 0.0, 1.0);
  }
  const auto response = [&](double r, double g, double b, double white) {
    const double share = (r * felt[0] + g * felt[1] + b * felt[2]) / white;
    return share > 0.008856 ? std::cbrt(share) : 7.787 * share + 16.0 / 116;
  };
  const double x = response(0.4124564, 0.3575761, 0.1804375, 0.95047);
  const double y = response(0.2126729, 0.7151522, 0.0721750, 1);
  const double z = response(0.0193339, 0.1191920, 0.9503041, 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

TEST_P(ThemeTest, MarksWithTheSameLinesDifferForColourBlindPeopleToo) {
  constexpr double least_difference = 25;  // about ten just noticeable ones
  // Solid lines: the pin and the first token. Dashed ones: the pointer and the second token. And the two
  // colours that stand beside each other: the pin and the pointer, the two tokens.
  const std::array<std::pair<Colour, Colour>, 4> pairs = {{{theme.accent, theme.first_token},
                                                           {theme.pointed, theme.second_token},
                                                           {theme.accent, theme.pointed},
                                                           {theme.first_token, theme.second_token}}};
  for (const ColourVision& vision : {usual, protanopia, deuteranopia, tritanopia}) {
    for (const auto& [one, other] : pairs) {
      const auto a = seen(one, vision);
      const auto b = seen(other, vision);
      EXPECT_GE(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), least_difference);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Themes, ThemeTest, ::testing::Values(ThemeName::paper, ThemeName::night),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

}  // namespace
}  // namespace attention_lab
