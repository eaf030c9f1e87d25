#include "ui/figures/charts/histogram.h"

#include <cmath>
#include <limits>
#include <numeric>
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

std::vector<double> normal_numbers(std::size_t count, double deviation, std::mt19937::result_type seed = 1) {
  std::mt19937 generator(seed);
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    double sum = -6;
    for (int j = 0; j < 12; ++j) sum += static_cast<double>(generator()) / 4294967296.0;
    numbers.push_back(sum * deviation);
  }
  return numbers;
}

Distribution count_into_bins(const std::vector<double>& numbers, const std::string& name) {
  return count_into_same_bins({numbers}, {name}).front();
}

double total(const Distribution& distribution) {
  return std::accumulate(distribution.counts.begin(), distribution.counts.end(), 0.0);
}

TEST(Bins, HaveRoundEdgesAroundTheNumbers) {
  const Distribution found = count_into_bins({0.03, 0.11, 0.49, 0.97}, "weights");
  EXPECT_EQ(found.name, "weights");
  EXPECT_DOUBLE_EQ(found.low, 0);
  EXPECT_DOUBLE_EQ(found.high, 1);
  EXPECT_EQ(found.counts, (std::vector<double>{2, 0, 1, 0, 1}));
}

TEST(Bins, HoldTheirLeftEdgeAndTheLastBothEdges) {
  const Distribution found = count_into_bins({0, 0.2, 0.4, 0.6, 0.8, 1}, "");
  EXPECT_EQ(found.counts, (std::vector<double>{1, 1, 1, 1, 2}));
}

TEST(Bins, CountEveryFiniteNumberOnce) {
  std::mt19937 generator(3);
  for (int round = 0; round < 200; ++round) {
    const double scale = std::pow(10.0, static_cast<double>(generator() % 60) - 30);
    std::vector<double> numbers = normal_numbers(generator() % 3000, scale, generator());
    const auto finite = static_cast<double>(numbers.size());
    numbers.insert(numbers.end(), {nan, infinity, -infinity});
    const Distribution found = count_into_bins(numbers, "");
    EXPECT_EQ(total(found), finite);
    EXPECT_LT(found.low, found.high);
    EXPECT_LE(found.counts.size(), 64u);
  }
}

TEST(Bins, AreMoreForMoreNumbers) {
  EXPECT_LE(count_into_bins(normal_numbers(30, 1), "").counts.size(), 10u);
  EXPECT_GE(count_into_bins(normal_numbers(30000, 1), "").counts.size(), 20u);
}

TEST(Bins, OfEqualOrNoNumbersAreThere) {
  for (const std::vector<double>& numbers :
       {std::vector<double>{}, {0.25, 0.25}, {0}, {nan}, {-1e300}, {1e-310}}) {
    const Distribution found = count_into_bins(numbers, "");
    EXPECT_LT(found.low, found.high);
    EXPECT_FALSE(found.counts.empty());
  }
}

TEST(Bins, OfSeveralSetsAreTheSame) {
  const std::vector<Distribution> found =
      count_into_same_bins({normal_numbers(1000, 4), normal_numbers(500, 1)}, {"A", "B"});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].low, found[1].low);
  EXPECT_EQ(found[0].high, found[1].high);
  EXPECT_EQ(found[0].counts.size(), found[1].counts.size());
  EXPECT_EQ(total(found[0]), 1000);
  EXPECT_EQ(total(found[1]), 500);
  EXPECT_EQ(found[1].name, "B");
}

TEST(Histogram, BarsAreAsHighAsTheirCountsWithoutGaps) {
  HistogramSpec spec;
  spec.distributions.push_back({"weights", 0, 3, {2, 4, 1}, std::nullopt});
  const std::vector<FillRect> bars = all<FillRect>(histogram(spec, 600, 400, plain_style, fixed_width));
  ASSERT_EQ(bars.size(), 3u);
  EXPECT_NEAR(bars[1].rect.height, 2 * bars[0].rect.height, 2);
  EXPECT_NEAR(bars[0].rect.height, 2 * bars[2].rect.height, 2);
  EXPECT_EQ(bars[0].rect.right(), bars[1].rect.x);
  EXPECT_EQ(bars[1].rect.right(), bars[2].rect.x);
}

TEST(Histogram, DistributionsOverEachOtherShowThrough) {
  HistogramSpec spec;
  spec.distributions =
      count_into_same_bins({normal_numbers(500, 4), normal_numbers(500, 1)}, {"scores", "scaled"});
  const DisplayList list = histogram(spec, 600, 400, plain_style, fixed_width);
  int bars = 0;
  for (const FillRect& fill : all<FillRect>(list)) bars += fill.colour.alpha < 128 ? 1 : 0;
  EXPECT_GT(bars, 10);
  EXPECT_EQ(texts_of(list, "scores").size(), 1u);
  EXPECT_EQ(texts_of(list, "scaled").size(), 1u);
}

TEST(Histogram, TheoryIsALineOverTheBars) {
  HistogramSpec spec;
  spec.distributions.push_back({"measured", 0, 2, {1, 1}, std::nullopt});
  LineSeries theory;
  theory.name = "theory";
  theory.at = {{0, 1}, {2, 1}};
  spec.curves.push_back(theory);
  const DisplayList list = histogram(spec, 600, 400, plain_style, fixed_width);
  const Polyline curve = all<Polyline>(list).back();
  ASSERT_EQ(curve.points.size(), 2u);
  EXPECT_NEAR(curve.points[0].y, all<FillRect>(list).back().rect.y, 1) << "the same units";
  EXPECT_EQ(texts_of(list, "theory").size(), 1u);
}

TEST(Histogram, AnythingIsLegibleOnAnyPage) {
  std::mt19937 generator(13);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    HistogramSpec spec;
    std::vector<std::vector<double>> sets;
    std::vector<std::string> names;
    for (std::size_t i = generator() % 5; i > 0; --i) {
      sets.push_back(normal_numbers(generator() % 400,
                                    std::pow(10.0, static_cast<double>(generator() % 30) - 15), generator()));
      names.push_back(testing::strange_token(generator));
    }
    spec.distributions = count_into_same_bins(sets, names);
    if (generator() % 4 == 0)
      spec.distributions.push_back({"broken", 1, 0, {nan, -1, infinity}, std::nullopt});
    if (generator() % 4 == 0)
      spec.distributions.push_back({"strange", 0, 1, {nan, -1, infinity}, std::nullopt});
    if (generator() % 2 == 0) spec.title = "How q·k is distributed";
    if (generator() % 2 == 0) spec.x_axis.title = "q·k ÷ √d_k";
    if (generator() % 2 == 0) spec.y_axis.title = "how many numbers";
    if (generator() % 4 == 0) spec.y_axis.kind = ScaleKind::logarithmic;
    if (generator() % 2 == 0) {
      LineSeries theory;
      theory.name = "N(0, 1)";
      for (int i = -100; i <= 100; ++i)
        theory.at.push_back({static_cast<float>(i) / 20, 100 * std::exp(-static_cast<float>(i * i) / 800)});
      theory.stroke = generator() % 2 == 0 ? Stroke::dashed : Stroke::dotted;
      spec.curves.push_back(theory);
    }
    FigureStyle used = generator() % 2 == 0 ? plain_style : testing::night_style();
    used.font_size = 6 + static_cast<float>(generator() % 35);
    const float width = 60 + static_cast<float>(generator() % (generator() % 4 == 0 ? 3940 : 900));
    const float height = 60 + static_cast<float>(generator() % (generator() % 4 == 0 ? 2940 : 700));
    const DisplayList list = histogram(spec, width, height, used, fixed_width);
    testing::expect_legible(list, used, fixed_width);
    testing::expect_contrast(list, used, fixed_width);
    testing::expect_on_page(list);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace attention_lab
