#include "ui/figures/heatmaps/matrix_formula.h"

#include <limits>

#include <gtest/gtest.h>

#include "core/words/number_format.h"
#include "fixed_width_metrics.h"
#include "legibility.h"

namespace attention_lab {
namespace {

using testing::fixed_width;
using testing::small_style;
using testing::texts_of;

Matrix counting_matrix(Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [columns](Index row, Index column) {
    return static_cast<Scalar>(row * columns + column) - 4;
  });
}

DisplayList drawn(const MatrixFormulaSpec& spec, float width = 400, float height = 300) {
  return matrix_formula(spec, width, height, small_style, fixed_width);
}

TEST(MatrixFormula, WritesEveryNumberItsNameAndItsShape) {
  const Matrix values = counting_matrix(4, 3);
  MatrixFormulaSpec spec(view_of(values));
  spec.name = "W_q";
  spec.decimals = 1;
  const DisplayList list = drawn(spec);
  for (Index i = 0; i < values.size(); ++i) {
    const std::string number = format_number(static_cast<double>(values.data()[i]), 1);
    EXPECT_EQ(texts_of(list, number).size(), 1u) << number;
  }
  const std::vector<Text> name = texts_of(list, "W_q =");
  ASSERT_EQ(name.size(), 1u);
  EXPECT_TRUE(name[0].is_markup) << "a real subscript";
  EXPECT_EQ(texts_of(list, "(4 × 3)").size(), 1u);
}

TEST(MatrixFormula, StandsBetweenTwoSquareBrackets) {
  const Matrix values = counting_matrix(4, 3);
  const DisplayList list = drawn(MatrixFormulaSpec(view_of(values)));
  const std::vector<Polyline> brackets = testing::all<Polyline>(list);
  ASSERT_EQ(brackets.size(), 2u);
  EXPECT_EQ(brackets[0].points.size(), 4u);
  EXPECT_GT(brackets[0].points[0].x, brackets[0].points[1].x) << "opens to the right";
  EXPECT_LT(brackets[1].points[0].x, brackets[1].points[1].x);
  const float left = brackets[0].points[1].x;
  const float right = brackets[1].points[1].x;
  const float top = brackets[0].points[1].y;
  const float bottom = brackets[0].points[2].y;
  for (const Text& text : testing::all<Text>(list)) {
    if (text.text.front() == '(') continue;
    const Rect bounds = bounds_of(text, fixed_width);
    EXPECT_TRUE(testing::is_within(bounds, {left, top, right - left, bottom - top}, 0))
        << testing::described(text, fixed_width);
  }
}

TEST(MatrixFormula, PutsDigitsUnderEachOther) {
  Matrix values(3, 1);
  values << 1, -20, 300;
  MatrixFormulaSpec spec(view_of(values));
  spec.decimals = 2;
  const DisplayList list = drawn(spec);
  const float end = bounds_of(texts_of(list, "1.00").at(0), fixed_width).right();
  EXPECT_FLOAT_EQ(bounds_of(texts_of(list, "−20.00").at(0), fixed_width).right(), end);
  EXPECT_FLOAT_EQ(bounds_of(texts_of(list, "300.00").at(0), fixed_width).right(), end);
}

TEST(MatrixFormula, HidesMaskedNumbersButNotInfinity) {
  Matrix values = counting_matrix(3, 3);
  MatrixFormulaSpec spec(view_of(values));
  spec.mask = Mask::causal;
  EXPECT_EQ(texts_of(drawn(spec), "·").size(), 3u);
  values(0, 1) = values(0, 2) = values(1, 2) = -std::numeric_limits<Scalar>::infinity();
  EXPECT_TRUE(texts_of(drawn(spec), "·").empty());
  EXPECT_EQ(texts_of(drawn(spec), "−∞").size(), 3u);
}

TEST(MatrixFormula, ColoursItsCellsAndExplainsTheColours) {
  Matrix values(2, 2);
  values << 0, 0.25f, 0.5f, 1;
  MatrixFormulaSpec spec(view_of(values));
  EXPECT_TRUE(testing::all<FillRect>(drawn(spec)).empty());
  spec.map = ColourMap::magma;
  spec.decimals = 2;
  const DisplayList list = drawn(spec);
  for (Index i = 0; i < 4; ++i) {
    bool is_there = false;
    for (const FillRect& fill : testing::all<FillRect>(list))
      is_there = is_there || fill.colour == sample(ColourMap::magma, values.data()[i]);
    EXPECT_TRUE(is_there) << i;
  }
  EXPECT_EQ(texts_of(list, "1.00").size(), 1u + 1u) << "in its cell and at the end of the legend";
  testing::expect_contrast(list, small_style, fixed_width);
}

TEST(MatrixFormula, ShowsTheEndsOfWhatIsTooLarge) {
  const Matrix values = counting_matrix(300, 400);
  MatrixFormulaSpec spec(view_of(values));
  spec.name = "Q";
  spec.decimals = 0;
  const DisplayList list = drawn(spec);
  EXPECT_EQ(texts_of(list, "−4").size(), 1u) << "the first";
  EXPECT_EQ(texts_of(list, "119995").size(), 1u) << "the last";
  EXPECT_EQ(texts_of(list, "395").size(), 1u) << "the last of the first row";
  EXPECT_EQ(texts_of(list, "(300 × 400)").size(), 1u);
  EXPECT_EQ(testing::all<FillDisc>(list).size() % 3, 0u);
  EXPECT_GT(testing::all<FillDisc>(list).size(), 9u) << "dots between";
  for (const Text& text : testing::all<Text>(list)) EXPECT_GE(text.size, 0.5f * small_style.font_size);
  testing::expect_tidy(list, fixed_width);
}

TEST(MatrixFormula, LabelsRowsAndColumnsOutsideOfTheBrackets) {
  const Matrix values = counting_matrix(2, 3);
  MatrixFormulaSpec spec(view_of(values));
  spec.row_labels = {"Your", "journey"};
  spec.column_labels = {"a", "b", "c"};
  const DisplayList list = drawn(spec);
  const Polyline left = testing::all<Polyline>(list).at(0);
  EXPECT_LT(bounds_of(texts_of(list, "journey").at(0), fixed_width).right(), left.points[1].x);
  EXPECT_LT(bounds_of(texts_of(list, "b").at(0), fixed_width).bottom(), left.points[1].y);
}

TEST(MatrixFormula, SurvivesAnyPageAndAnyMatrix) {
  for (const float side : {1.0f, 20.0f, 60.0f, 4000.0f}) {
    for (const auto& [rows, columns] :
         {std::pair<Index, Index>{1, 1}, {1, 500}, {500, 1}, {1024, 1024}, {0, 3}}) {
      const Matrix values = counting_matrix(rows, columns);
      MatrixFormulaSpec spec(view_of(values));
      spec.name = "a matrix of a very long name, W_q";
      testing::expect_tidy(drawn(spec, side, side), fixed_width);
    }
  }
}

TEST(Elision, KeepsTheFirstAndTheLast) {
  const Elision whole = elided(5, 5);
  EXPECT_EQ(whole.indices, (std::vector<Index>{0, 1, 2, 3, 4}));
  EXPECT_FALSE(whole.gap);
  const Elision shown = elided(100, 6);
  EXPECT_EQ(shown.indices, (std::vector<Index>{0, 1, 2, 98, 99}));
  EXPECT_EQ(shown.entries(), 6);
  EXPECT_TRUE(shown.is_gap(3));
  EXPECT_EQ(shown.index_of(2), 2);
  EXPECT_EQ(shown.index_of(4), 98);
  EXPECT_EQ(elided(100, 3).indices, (std::vector<Index>{0, 99}));
  EXPECT_EQ(elided(100, 2).indices, (std::vector<Index>{0}));
  EXPECT_EQ(elided(100, 1).entries(), 0) << "dots alone say nothing";
  EXPECT_EQ(elided(100, 0).entries(), 0);
}

TEST(Elision, LabelsWhatItKeeps) {
  const std::vector<std::string> labels = {"a", "b", "c", "d", "e"};
  EXPECT_EQ(elided(5, 3).labels(labels), (std::vector<std::string>{"a", "", "e"}));
  EXPECT_EQ(elided(5, 5).labels(labels), labels);
  EXPECT_TRUE(elided(5, 5).labels({}).empty());
}

}  // namespace
}  // namespace attention_lab
