#include "ui/figures/heatmaps/softmax_figure.h"

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

SoftmaxStage softmax_stage(std::string title, std::vector<double> values) {
  SoftmaxStage stage;
  stage.title = std::move(title);
  stage.values = std::move(values);
  return stage;
}

SoftmaxSpec example() {
  SoftmaxSpec spec;
  spec.keys = {"one", "two", "three"};
  spec.stages = {softmax_stage("scores", {2, -1, 4}), softmax_stage("scaled", {1, -0.5, 2}),
                 softmax_stage("weights", {0.25, 0.0625, 0.6875})};
  return spec;
}

/// The bars of a key, from left to right.
std::vector<Rect> bars_at(const DisplayList& list, const std::string& key) {
  const float y = texts_of(list, key).at(0).position.y;
  std::vector<Rect> found;
  for (const FillRect& fill : all<FillRect>(list)) {
    if (fill.rect.y < y && fill.rect.bottom() > y) found.push_back(fill.rect);
  }
  return found;
}

TEST(SoftmaxFigure, ScoresAndScaledScoresShareOneScale) {
  const DisplayList list = softmax_figure(example(), 900, 400, plain_style, fixed_width);
  const std::vector<Rect> one = bars_at(list, "one");
  const std::vector<Rect> three = bars_at(list, "three");
  ASSERT_EQ(one.size(), 3u);
  ASSERT_EQ(three.size(), 3u);
  EXPECT_NEAR(one[0].width, 2 * one[1].width, 2);
  EXPECT_NEAR(three[0].width, 2 * one[0].width, 2);
  EXPECT_NEAR(three[2].width * 0.25f, one[2].width * 0.6875f, 1) << "weights have their own, from 0";
}

TEST(SoftmaxFigure, NegativeBarsGoLeftFromTheLineOfZero) {
  const DisplayList list = softmax_figure(example(), 900, 400, plain_style, fixed_width);
  for (std::size_t stage = 0; stage < 2; ++stage)
    EXPECT_EQ(bars_at(list, "two").at(stage).right(), bars_at(list, "one").at(stage).x) << stage;
}

TEST(SoftmaxFigure, NumbersStandAtTheEndsOfTheirBars) {
  const DisplayList list = softmax_figure(example(), 900, 400, plain_style, fixed_width);
  const Rect longest = bars_at(list, "three").at(0);
  ASSERT_EQ(texts_of(list, "4.0000").size(), 1u);
  const Rect number = bounds_of(texts_of(list, "4.0000")[0], fixed_width);
  EXPECT_GT(number.x, longest.right());
  EXPECT_LT(number.x, longest.right() + plain_style.font_size);
  const Rect left = bounds_of(texts_of(list, "−1.0000").at(0), fixed_width);
  EXPECT_LT(left.right(), bars_at(list, "two").at(0).x);
  EXPECT_EQ(texts_of(list, "0.6875").size(), 1u);
}

TEST(SoftmaxFigure, StrongestKeyIsPointedOut) {
  const auto accents = [](const DisplayList& list, const std::string& key) {
    const float y = texts_of(list, key).at(0).position.y;
    int count = 0;
    for (const FillRect& fill : all<FillRect>(list)) {
      if (fill.colour == plain_style.accent && fill.rect.y < y && fill.rect.bottom() > y) ++count;
    }
    return count;
  };
  SoftmaxSpec spec = example();
  DisplayList list = softmax_figure(spec, 900, 400, plain_style, fixed_width);
  EXPECT_EQ(accents(list, "three"), 3);
  EXPECT_EQ(accents(list, "one"), 0);
  EXPECT_EQ(texts_of(list, "three")[0].weight, FontWeight::medium);
  spec.strong = 0;
  list = softmax_figure(spec, 900, 400, plain_style, fixed_width);
  EXPECT_EQ(accents(list, "three"), 0);
  EXPECT_EQ(accents(list, "one"), 3);
}

TEST(SoftmaxFigure, MaskedKeysAreHatchedFromTheMaskOn) {
  SoftmaxSpec spec = example();
  spec.stages.insert(spec.stages.begin() + 2, softmax_stage("masked", {1, -0.5, -infinity}));
  spec.stages.back().values = {0.8, 0.2, 0};
  const DisplayList list = softmax_figure(spec, 900, 400, plain_style, fixed_width);
  const float y = texts_of(list, "three").at(0).position.y;
  int bars = 0;
  int hatched = 0;
  for (const FillRect& fill : all<FillRect>(list)) {
    if (!(fill.rect.y < y && fill.rect.bottom() > y)) continue;
    const bool is_bar = fill.colour == mix(plain_style.query, plain_style.ground, 0.4f);
    (is_bar ? bars : hatched) += 1;
  }
  EXPECT_EQ(bars, 2) << "scores and scaled scores";
  EXPECT_EQ(hatched, 2) << "masked scores and weights";
  EXPECT_EQ(texts_of(list, "−∞").size(), 1u);
  EXPECT_EQ(texts_of(list, "one")[0].weight, FontWeight::medium) << "a masked key is never the strongest";
}

TEST(SoftmaxFigure, ArrowsLeadFromStageToStage) {
  const DisplayList list = softmax_figure(example(), 900, 400, plain_style, fixed_width);
  const std::vector<FillPolygon> heads = all<FillPolygon>(list);
  ASSERT_EQ(heads.size(), 2u);
  EXPECT_GT(heads[0].points.front().x, texts_of(list, "scores").at(0).position.x);
  EXPECT_LT(heads[0].points.front().x, texts_of(list, "weights").at(0).position.x);
}

TEST(SoftmaxFigure, ManyKeysThinOutAndKeepTheStrongest) {
  SoftmaxSpec spec;
  for (int i = 0; i < 300; ++i) spec.keys.push_back("k" + std::to_string(i));
  std::vector<double> weights(300, 0.001);
  weights[77] = 0.7;
  spec.stages = {softmax_stage("scores", std::vector<double>(300, 1)), softmax_stage("weights", weights)};
  const DisplayList list = softmax_figure(spec, 900, 400, plain_style, fixed_width);
  EXPECT_EQ(texts_of(list, "k77").size(), 1u);
  EXPECT_LT(all<Text>(list).size(), 60u);
  testing::expect_legible(list, plain_style, fixed_width);
}

TEST(SoftmaxFigure, AnyNumbersAreDrawn) {
  for (const std::vector<double>& values : {std::vector<double>{0, 0, 0},
                                            {nan, nan, nan},
                                            {-infinity, -infinity, -infinity},
                                            {infinity, 1, -1},
                                            {1e38, -1e38, 0},
                                            {1e-40, 0, 0},
                                            {}}) {
    SoftmaxSpec spec = example();
    for (SoftmaxStage& stage : spec.stages) stage.values = values;
    const DisplayList list = softmax_figure(spec, 900, 400, plain_style, fixed_width);
    testing::expect_legible(list, plain_style, fixed_width);
    testing::expect_on_page(list);
  }
  EXPECT_NO_FATAL_FAILURE(softmax_figure({}, 900, 400, plain_style, fixed_width));
}

TEST(SoftmaxFigure, AnythingIsLegibleOnAnyPage) {
  std::mt19937 generator(9);
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    SoftmaxSpec spec;
    const std::size_t count = generator() % (generator() % 4 == 0 ? 200 : 14);
    for (std::size_t i = 0; i < count; ++i) spec.keys.push_back(testing::strange_token(generator));
    const double size = std::pow(10.0, static_cast<double>(generator() % 10) - 5);
    for (std::size_t s = generator() % 6; s > 0; --s) {
      std::vector<double> values;
      for (std::size_t i = 0; i < count; ++i) {
        const double value = (static_cast<double>(generator() % 2001) - 1000) * size / 300;
        values.push_back(generator() % 10 == 0 ? -infinity : generator() % 30 == 0 ? nan : value);
      }
      spec.stages.push_back(
          softmax_stage(generator() % 4 == 0 ? "" : "÷ √d_k = 1.4142 of " + std::to_string(s), values));
      if (generator() % 2 == 0) spec.stages.back().note = "softmax at temperature 0.7";
    }
    if (generator() % 2 == 0) spec.title = "Attention of " + testing::strange_token(generator);
    if (generator() % 2 == 0) spec.strong = generator() % 14;
    spec.decimals = static_cast<int>(generator() % 7);
    FigureStyle used = generator() % 2 == 0 ? plain_style : testing::night_style();
    used.font_size = 6 + static_cast<float>(generator() % 35);
    const float width = 60 + static_cast<float>(generator() % (generator() % 4 == 0 ? 3940 : 900));
    const float height = 60 + static_cast<float>(generator() % (generator() % 4 == 0 ? 2940 : 700));
    const DisplayList list = softmax_figure(spec, width, height, used, fixed_width);
    testing::expect_legible(list, used, fixed_width);
    testing::expect_contrast(list, used, fixed_width);
    testing::expect_on_page(list);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace attention_lab
