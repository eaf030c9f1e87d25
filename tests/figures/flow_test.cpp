#include "ui/figures/charts/flow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "drawn_texts.h"
#include "fixed_width_metrics.h"
#include "legibility.h"

namespace attention_lab {
namespace {

using testing::all;
using testing::fixed_width;
using testing::plain_style;
using testing::texts_of;

Matrix matrix_of(std::initializer_list<std::initializer_list<Scalar>> rows) {
  Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
  Index i = 0;
  for (const auto& row : rows) {
    Index j = 0;
    for (const Scalar value : row) matrix(i, j++) = value;
    ++i;
  }
  return matrix;
}

FlowSpec flow_spec(const Matrix& matrix) {
  FlowSpec spec(view_of(matrix));
  for (Index i = 0; i < matrix.rows(); ++i) spec.queries.push_back("q" + std::to_string(i));
  for (Index i = 0; i < matrix.cols(); ++i) spec.keys.push_back("k" + std::to_string(i));
  spec.title = "Attention";
  spec.legend = "weight";
  return spec;
}

/// The curves between two labels, found by their positions.
std::vector<Curve> curves_between(const DisplayList& list, const std::string& query, const std::string& key) {
  const float from = texts_of(list, query).at(0).position.y;
  const float to = texts_of(list, key).at(0).position.y;
  std::vector<Curve> found;
  for (const Curve& curve : all<Curve>(list)) {
    if (std::fabs(curve.from.y - from) < 0.1f && std::fabs(curve.to.y - to) < 0.1f) found.push_back(curve);
  }
  return found;
}

TEST(Flow, CurvesAreAsWideAndAsOpaqueAsTheirNumbers) {
  const Matrix matrix = matrix_of({{0.2f, 0.8f}, {0.4f, 0.6f}});
  const DisplayList list = flow(flow_spec(matrix), 600, 400, plain_style, fixed_width);
  const auto only = [&](const char* query, const char* key) {
    const std::vector<Curve> curves = curves_between(list, query, key);
    EXPECT_EQ(curves.size(), 1u);
    return curves.at(0);
  };
  EXPECT_NEAR(only("q0", "k1").line_width, 4 * only("q0", "k0").line_width, 0.01f);
  EXPECT_NEAR(only("q1", "k0").line_width, 2 * only("q0", "k0").line_width, 0.01f);
  EXPECT_GT(only("q0", "k1").colour.alpha, only("q1", "k1").colour.alpha);
}

TEST(Flow, CurvesRunFromTheQueryToTheKey) {
  const Matrix matrix = matrix_of({{0.2f, 0.8f}, {0.4f, 0.6f}});
  const DisplayList list = flow(flow_spec(matrix), 600, 400, plain_style, fixed_width);
  const Rect query = bounds_of(texts_of(list, "q0").at(0), fixed_width);
  const Rect key = bounds_of(texts_of(list, "k0").at(0), fixed_width);
  for (const Curve& curve : all<Curve>(list)) {
    EXPECT_GT(curve.from.x, query.right());
    EXPECT_LT(curve.to.x, key.x);
    EXPECT_EQ(curve.control_from.y, curve.from.y) << "leaves level";
    EXPECT_EQ(curve.control_to.y, curve.to.y);
  }
}

TEST(Flow, SmallCurvesLieUnderLargeOnes) {
  const Matrix matrix = matrix_of({{0.5f, 0.1f, 0.4f}, {0.3f, 0.6f, 0.2f}});
  const std::vector<Curve> curves = all<Curve>(flow(flow_spec(matrix), 600, 400, plain_style, fixed_width));
  ASSERT_EQ(curves.size(), 6u);
  EXPECT_TRUE(std::is_sorted(curves.begin(), curves.end(),
                             [](const Curve& a, const Curve& b) { return a.line_width < b.line_width; }));
}

TEST(Flow, SignsHaveTheirOwnHues) {
  const Matrix matrix = matrix_of({{0.5f, -0.5f}});
  const DisplayList list = flow(flow_spec(matrix), 600, 400, plain_style, fixed_width);
  const Curve positive = curves_between(list, "q0", "k0").at(0);
  const Curve negative = curves_between(list, "q0", "k1").at(0);
  EXPECT_EQ(faded(positive.colour, 0), faded(plain_style.query, 0));
  EXPECT_EQ(faded(negative.colour, 0), faded(plain_style.negative, 0));
  EXPECT_EQ(positive.line_width, negative.line_width);
}

TEST(Flow, DrawsNothingForMaskedCellsZerosAndWhatIsNoNumber) {
  Matrix matrix = Matrix::Constant(3, 3, 0.5f);
  FlowSpec spec = flow_spec(matrix);
  spec.mask = Mask::causal;
  EXPECT_EQ(all<Curve>(flow(spec, 600, 400, plain_style, fixed_width)).size(), 6u);
  matrix(2, 0) = 0;
  matrix(2, 1) = std::numeric_limits<Scalar>::quiet_NaN();
  matrix(1, 0) = std::numeric_limits<Scalar>::infinity();
  EXPECT_EQ(all<Curve>(flow(spec, 600, 400, plain_style, fixed_width)).size(), 3u);
}

TEST(Flow, OneQueryIsStrongAndItsNumbersStandBesideTheKeys) {
  const Matrix matrix = matrix_of({{0.25f, 0.75f}, {0.5f, 0.5f}});
  FlowSpec spec = flow_spec(matrix);
  spec.query = 0;
  spec.magnitude = 3.2;  // the legend then shows 0.8, 1.6 and 3.2
  const DisplayList list = flow(spec, 600, 400, plain_style, fixed_width);
  ASSERT_EQ(texts_of(list, "0.25").size(), 1u);
  ASSERT_EQ(texts_of(list, "0.75").size(), 1u);
  EXPECT_EQ(texts_of(list, "0.75")[0].position.y, texts_of(list, "k1").at(0).position.y);
  EXPECT_TRUE(texts_of(list, "0.50").empty()) << "of the other query";
  EXPECT_EQ(texts_of(list, "q0").at(0).weight, FontWeight::medium);
  EXPECT_EQ(texts_of(list, "k1").at(0).weight, FontWeight::medium) << "the strongest key";
  const Curve chosen = curves_between(list, "q0", "k0").at(0);
  const Curve other = curves_between(list, "q1", "k0").at(0);
  EXPECT_GT(chosen.colour.alpha, 2 * other.colour.alpha);
  EXPECT_EQ(faded(other.colour, 0), faded(plain_style.quiet_text, 0));
}

TEST(Flow, MaskedKeysOfTheQueryHaveNoNumber) {
  const Matrix matrix = matrix_of({{1, 0}, {0.5f, 0.5f}});
  FlowSpec spec = flow_spec(matrix);
  spec.mask = Mask::causal;
  spec.query = 0;
  spec.magnitude = 3.2;  // the legend then shows 0.8, 1.6 and 3.2
  const DisplayList list = flow(spec, 600, 400, plain_style, fixed_width);
  EXPECT_EQ(texts_of(list, "1.00").size(), 1u);
  EXPECT_TRUE(texts_of(list, "0.00").empty());
  EXPECT_EQ(texts_of(list, "k1").at(0).colour, plain_style.quiet_text);
}

TEST(Flow, LegendHasTheWidthsOfItsNumbers) {
  const Matrix matrix = matrix_of({{0.2f, 0.8f}});
  FlowSpec spec = flow_spec(matrix);
  spec.magnitude = 0.8;
  const DisplayList list = flow(spec, 600, 400, plain_style, fixed_width);
  const std::vector<Line> samples = all<Line>(list);
  ASSERT_EQ(samples.size(), 3u);
  EXPECT_EQ(samples[2].line_width, curves_between(list, "q0", "k1").at(0).line_width);
  EXPECT_EQ(samples[0].line_width, curves_between(list, "q0", "k0").at(0).line_width);
  for (const char* number : {"0.2", "0.4", "0.8"}) EXPECT_EQ(texts_of(list, number).size(), 1u) << number;
  EXPECT_EQ(texts_of(list, "weight").size(), 1u);
}

TEST(Flow, ColumnsThinOutAndKeepTheChosenQuery) {
  const Matrix matrix = Matrix::Constant(200, 200, 0.005f);
  FlowSpec spec = flow_spec(matrix);
  spec.query = 101;
  const DisplayList list = flow(spec, 600, 400, plain_style, fixed_width);
  EXPECT_EQ(texts_of(list, "q101").size(), 1u);
  std::vector<float> rows;
  for (const Text& text : all<Text>(list)) {
    if (text.text[0] == 'q') rows.push_back(text.position.y);
  }
  ASSERT_GT(rows.size(), 8u);
  for (std::size_t i = 2; i < rows.size(); ++i)
    EXPECT_NEAR(rows[i] - rows[i - 1], rows[1] - rows[0], 0.1f) << "evenly";
  EXPECT_LT(list.commands.size(), 5000u);
}

TEST(Flow, WhatIsLeftOutIsSaidOnThePicture) {
  const Matrix matrix = Matrix::Constant(100, 100, Scalar{0.01f});
  const DisplayList list = flow(flow_spec(matrix), 600, 400, plain_style, fixed_width);
  ASSERT_EQ(list.notes.size(), 1u);
  EXPECT_EQ(list.notes[0].text, "4,096 of 10,000 curves are shown, the largest.");
  EXPECT_EQ(texts_of(list, list.notes[0].text).size(), 1u);
}

TEST(Flow, AThresholdAndTheLargestOfEachQueryLeaveOutTheOthers) {
  const Matrix matrix = matrix_of({{0.1f, 0.2f, 0.7f}, {0.3f, 0.3f, 0.4f}});
  FlowSpec spec = flow_spec(matrix);
  spec.top = 1;
  const DisplayList largest = flow(spec, 600, 400, plain_style, fixed_width);
  EXPECT_EQ(all<Curve>(largest).size(), 2u);
  EXPECT_EQ(curves_between(largest, "q0", "k2").size(), 1u);
  EXPECT_EQ(curves_between(largest, "q1", "k2").size(), 1u);
  spec.top.reset();
  spec.threshold = 0.3;
  const DisplayList above = flow(spec, 600, 400, plain_style, fixed_width);
  EXPECT_EQ(all<Curve>(above).size(), 4u);
  EXPECT_EQ(above.notes.at(0).text, "4 of 6 curves are shown, the largest.");
}

TEST(Flow, HeadsHaveTheirOwnColoursAndNames) {
  const Matrix one = matrix_of({{0.4f, 0.6f}, {0.5f, 0.5f}});
  const Matrix two = matrix_of({{0.9f, 0.1f}, {0.5f, 0.5f}});
  FlowSpec spec = flow_spec(one);
  spec.name = "head 1";
  spec.others.push_back({view_of(two), "head 2"});
  const DisplayList list = flow(spec, 600, 400, plain_style, fixed_width);
  const auto hue = [](Colour colour) {
    colour.alpha = 255;
    return colour;
  };
  std::vector<Colour> hues;
  for (const Curve& curve : curves_between(list, "q0", "k0")) hues.push_back(hue(curve.colour));
  ASSERT_EQ(hues.size(), 2u);
  EXPECT_FALSE(hues[0] == hues[1]);
  EXPECT_EQ(texts_of(list, "head 1").size(), 1u);
  EXPECT_EQ(texts_of(list, "head 2").size(), 1u);
}

TEST(Flow, AnythingIsLegibleOnAnyPage) {
  std::mt19937 generator(7);
  const auto size = [&] { return static_cast<Index>(generator() % (generator() % 4 == 0 ? 120 : 12)); };
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    Matrix matrix(size(), size());
    const float scale = std::pow(10.0f, static_cast<float>(generator() % 20) - 10);
    for (Index i = 0; i < matrix.size(); ++i) {
      const auto value = static_cast<float>(generator() % 2001) - 1000;
      matrix.data()[i] = generator() % 20 == 0 ? std::numeric_limits<Scalar>::quiet_NaN() : value * scale;
    }
    FlowSpec spec(view_of(matrix));
    for (Index i = 0; i < matrix.rows(); ++i) spec.queries.push_back(testing::strange_token(generator));
    for (Index i = 0; i < matrix.cols(); ++i) spec.keys.push_back(testing::strange_token(generator));
    if (generator() % 2 == 0) spec.title = "Attention of " + testing::strange_token(generator);
    if (generator() % 2 == 0) spec.query_caption = "query: who looks";
    if (generator() % 2 == 0) spec.key_caption = "key";
    if (generator() % 2 == 0) spec.legend = "weight";
    if (generator() % 2 == 0) spec.mask = Mask::causal;
    spec.magnitude = static_cast<double>(scale) * 1000;
    if (generator() % 2 == 0) spec.query = static_cast<Index>(generator() % 14);
    spec.decimals = static_cast<int>(generator() % 6);
    FigureStyle used = generator() % 2 == 0 ? plain_style : testing::night_style();
    used.font_size = 6 + static_cast<float>(generator() % 35);
    const float width = 60 + static_cast<float>(generator() % (generator() % 4 == 0 ? 3940 : 900));
    const float height = 60 + static_cast<float>(generator() % (generator() % 4 == 0 ? 2940 : 700));
    const DisplayList list = flow(spec, width, height, used, fixed_width);
    testing::expect_legible(list, used, fixed_width);
    testing::expect_contrast(list, used, fixed_width);
    testing::expect_on_page(list);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace attention_lab
