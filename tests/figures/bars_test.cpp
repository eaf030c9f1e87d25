#include "ui/figures/charts/bars.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "drawn_texts.h"
#include "fixed_width_metrics.h"
#include "legibility.h"
#include "special_numbers.h"

namespace attention_lab {
namespace {

using testing::all;
using testing::fixed_width;
using testing::infinity;
using testing::nan;
using testing::plain_style;
using testing::texts_of;

BarsSpec bars_spec(std::vector<double> values) {
  BarsSpec spec;
  for (std::size_t i = 0; i < values.size(); ++i) spec.labels.push_back("w" + std::to_string(i));
  spec.series.push_back({"weights", std::move(values), std::nullopt});
  spec.title = "Weights";
  return spec;
}

std::vector<Rect> bars_of(const DisplayList& list, Colour colour) {
  std::vector<Rect> found;
  for (const FillRect& fill : all<FillRect>(list)) {
    if (fill.colour == colour) found.push_back(fill.rect);
  }
  return found;
}

TEST(Bars, AreAsHighAsTheirNumbers) {
  const DisplayList list = bars(bars_spec({1, 2, 4}), 600, 400, plain_style, fixed_width);
  const std::vector<Rect> found = bars_of(list, series_colour(plain_style, 0));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_NEAR(found[1].height, 2 * found[0].height, 2);
  EXPECT_NEAR(found[2].height, 4 * found[0].height, 4);
  EXPECT_EQ(found[0].bottom(), found[2].bottom());
}

TEST(Bars, HangFromTheLineOfZeroWhereNegative) {
  const DisplayList list = bars(bars_spec({1, -1}), 600, 400, plain_style, fixed_width);
  const std::vector<Rect> found = bars_of(list, series_colour(plain_style, 0));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].bottom(), found[1].y);
  EXPECT_NEAR(found[0].height, found[1].height, 1.5f);
}

TEST(Bars, WriteTheirNumbersWhereTheyFit) {
  const BarsSpec few = bars_spec({0.5, -0.25, 0});
  const DisplayList list = bars(few, 600, 400, plain_style, fixed_width);
  EXPECT_EQ(texts_of(list, "0.5000").size(), 1u);
  EXPECT_EQ(texts_of(list, "−0.2500").size(), 1u);
  EXPECT_EQ(texts_of(list, "0.0000").size(), 1u);
  const DisplayList many = bars(bars_spec(std::vector<double>(200, 0.5)), 600, 400, plain_style, fixed_width);
  EXPECT_TRUE(texts_of(many, "0.5000").empty());
  BarsSpec without = few;
  without.shows_values = false;
  EXPECT_TRUE(texts_of(bars(without, 600, 400, plain_style, fixed_width), "0.5000").empty());
}

TEST(Bars, TurnLabelsThenThinThemOutThenShortenThem) {
  const auto labels_of = [](std::size_t count, const std::string& label) {
    BarsSpec spec = bars_spec(std::vector<double>(count, 1));
    spec.labels.assign(count, label);
    spec.shows_values = false;
    std::vector<Text> found;
    for (const Text& text : all<Text>(bars(spec, 600, 400, plain_style, fixed_width))) {
      if (text.text.substr(0, 3) == label.substr(0, 3)) found.push_back(text);
    }
    return found;
  };
  const std::vector<Text> level = labels_of(4, "journey");
  ASSERT_EQ(level.size(), 4u);
  EXPECT_FALSE(level[0].is_turned);
  const std::vector<Text> turned = labels_of(20, "journey");
  ASSERT_EQ(turned.size(), 20u);
  EXPECT_TRUE(turned[0].is_turned);
  const std::vector<Text> thinned = labels_of(120, "journey");
  EXPECT_GT(thinned.size(), 20u);
  EXPECT_LT(thinned.size(), 120u);
  EXPECT_EQ(thinned[0].text, "journey");
  const std::vector<Text> shortened = labels_of(20, "Donaudampfschifffahrtsgesellschaft");
  ASSERT_EQ(shortened.size(), 20u);
  EXPECT_TRUE(shortened[0].text.ends_with("…"));
}

TEST(Bars, NumbersThatAreNoneAreHatchedAndNamed) {
  const DisplayList list =
      bars(bars_spec({0.5, nan, infinity, -infinity}), 600, 400, plain_style, fixed_width);
  EXPECT_EQ(bars_of(list, series_colour(plain_style, 0)).size(), 1u);
  for (const char* name : {"NaN", "∞", "−∞"}) EXPECT_EQ(texts_of(list, name).size(), 1u) << name;
  testing::expect_legible(list, plain_style, fixed_width);
}

TEST(Bars, OneLabelIsPointedOut) {
  BarsSpec spec = bars_spec({1, 2, 3});
  spec.strong = 1;
  const DisplayList list = bars(spec, 600, 400, plain_style, fixed_width);
  EXPECT_EQ(bars_of(list, series_colour(plain_style, 0)).size(), 1u);
  ASSERT_EQ(texts_of(list, "w1").size(), 1u);
  EXPECT_EQ(texts_of(list, "w1")[0].weight, FontWeight::medium);
  EXPECT_EQ(texts_of(list, "w0")[0].weight, FontWeight::regular);
}

TEST(Bars, SeveralSeriesHaveALegendInTheirColours) {
  BarsSpec spec = bars_spec({1, 2, 3});
  spec.series.push_back({"W_q", {3, 2, 1}, std::nullopt});
  const DisplayList list = bars(spec, 600, 400, plain_style, fixed_width);
  EXPECT_EQ(texts_of(list, "W_q").size(), 1u);
  EXPECT_EQ(bars_of(list, series_colour(plain_style, 1)).size(), 4u) << "three bars and the legend's sample";
}

TEST(Bars, AllEqualEmptyOrSingleDataIsDrawn) {
  for (const std::vector<double>& values :
       {std::vector<double>{}, {0}, {0, 0, 0}, {5}, {-5}, {1e-30, 2e-30}, {1e38, -1e38}}) {
    const DisplayList list = bars(bars_spec(values), 600, 400, plain_style, fixed_width);
    EXPECT_EQ(texts_of(list, "Weights").size(), 1u);
    testing::expect_legible(list, plain_style, fixed_width);
    testing::expect_on_page(list);
  }
}

TEST(Bars, LogarithmicBarsStandOnTheAxis) {
  BarsSpec spec = bars_spec({1, 10, 100, 0, -1});
  spec.value_axis.kind = ScaleKind::logarithmic;
  const DisplayList list = bars(spec, 600, 400, plain_style, fixed_width);
  const std::vector<Rect> found = bars_of(list, series_colour(plain_style, 0));
  ASSERT_EQ(found.size(), 2u) << "the first at the axis' low end, two without a logarithm";
  EXPECT_NEAR(found[1].height, 2 * found[0].height, 2);
  EXPECT_EQ(texts_of(list, "10^{2}").size(), 1u);
}

TEST(Bars, AnythingIsLegibleOnAnyPage) {
  std::mt19937 generator(5);
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    BarsSpec spec;
    const std::size_t count = generator() % 4 == 0 ? generator() % 300 : generator() % 20;
    for (std::size_t i = 0; i < count; ++i) spec.labels.push_back(testing::strange_token(generator));
    const double size = std::pow(10.0, static_cast<double>(generator() % 20) - 10);
    for (std::size_t s = generator() % 8; s > 0; --s) {
      BarSeries series{testing::strange_token(generator), {}, std::nullopt};
      for (std::size_t i = generator() % (count + 3); i > 0; --i) {
        const double value = (static_cast<double>(generator() % 2001) - 1000) * size;
        series.values.push_back(generator() % 20 == 0 ? nan : generator() % 20 == 0 ? infinity : value);
      }
      spec.series.push_back(std::move(series));
    }
    if (generator() % 2 == 0) spec.title = "Weights of " + testing::strange_token(generator);
    if (generator() % 2 == 0) spec.value_axis.title = "attention weight, Q · K^T ÷ √d_k";
    if (generator() % 2 == 0) spec.label_axis = "key";
    if (generator() % 4 == 0) spec.value_axis.kind = ScaleKind::logarithmic;
    if (generator() % 2 == 0) spec.strong = generator() % (count + 1);
    spec.decimals = static_cast<int>(generator() % 7);
    FigureStyle used = generator() % 2 == 0 ? plain_style : testing::night_style();
    used.font_size = 6 + static_cast<float>(generator() % 35);
    used.pixel = generator() % 2 == 0 ? 1 : 0.24f;
    const float width = 60 + static_cast<float>(generator() % (generator() % 4 == 0 ? 3940 : 900));
    const float height = 60 + static_cast<float>(generator() % (generator() % 4 == 0 ? 2940 : 700));
    const DisplayList list = bars(spec, width, height, used, fixed_width);
    EXPECT_FALSE(list.commands.empty());
    testing::expect_legible(list, used, fixed_width);
    testing::expect_contrast(list, used, fixed_width);
    testing::expect_on_page(list);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace attention_lab
