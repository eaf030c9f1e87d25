#include "ui/widgets/theme.h"

#include <string>

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

INSTANTIATE_TEST_SUITE_P(Themes, ThemeTest, ::testing::Values(ThemeName::paper, ThemeName::night),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

}  // namespace
}  // namespace attention_lab
