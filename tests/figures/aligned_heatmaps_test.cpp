// Heatmaps for comparison: the same cells in the same place on every page.
#include "ui/figures/heatmaps/aligned_heatmaps.h"

#include <array>
#include <limits>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "drawn_texts.h"
#include "random_figures.h"

namespace attention_lab {
namespace {

using testing::all;
using testing::fixed_width;
using testing::plain_style;
using testing::texts_of;

/// The heatmaps of the correct matrix, the wrong one and their difference.
using Three = std::array<std::unique_ptr<ComparedHeatmap>, 3>;

Three three_of(const Matrix& right, const Matrix& wrong) {
  Three three = {std::make_unique<ComparedHeatmap>(right), std::make_unique<ComparedHeatmap>(wrong),
                 std::make_unique<ComparedHeatmap>(wrong - right)};
  const char* const titles[] = {"Correct", "Wrong", "Wrong − correct"};
  for (std::size_t i = 0; i < three.size(); ++i) {
    HeatmapSpec& spec = three[i]->spec;
    for (Index row = 0; row < right.rows(); ++row) spec.row_labels.push_back("row" + std::to_string(row));
    for (Index column = 0; column < right.cols(); ++column)
      spec.column_labels.push_back("col" + std::to_string(column));
    spec.title = titles[i];
    spec.row_axis = "query";
    spec.column_axis = "key";
    if (i < 2) {
      spec.legend = "weight";
      spec.row_notes.assign(static_cast<std::size_t>(right.rows()), "1.97");
    } else {
      spec.map = ColourMap::puor;
      spec.low = -1;
    }
  }
  return three;
}

Three three_of(Index rows, Index columns) {
  testing::RandomFigures random(11);
  const auto numbers = [&] {
    return Matrix::NullaryExpr(rows, columns, [&] { return static_cast<Scalar>(random.below(1000)) / 1000; });
  };
  const Matrix right = numbers();
  const Matrix wrong = numbers();
  return three_of(right, wrong);
}

AlignedPlan plan_of(const Three& three, float width, float height, const FigureStyle& with = plain_style) {
  return plan_aligned({three[0].get(), three[1].get(), three[2].get()}, width, height, with, fixed_width);
}

/// The three pictures, drawn with their common plan.
std::array<DisplayList, 3> drawn(const Three& three, float width, float height,
                                 const FigureStyle& with = plain_style) {
  const AlignedPlan plan = plan_of(three, width, height, with);
  std::array<DisplayList, 3> lists;
  for (std::size_t i = 0; i < three.size(); ++i)
    lists[i] = draw_aligned(*three[i], plan, width, height, with, fixed_width);
  return lists;
}

Rect cells_of(const DisplayList& list) {
  // The cells are the filled rectangles inside the plan's area; together they must cover it.
  Rect whole;
  bool is_first = true;
  for (const FillRect& fill : all<FillRect>(list)) {
    if (fill.rect.width < 8 || fill.rect.height < 8) continue;
    if (is_first) whole = fill.rect;
    is_first = false;
    const float right = std::max(whole.right(), fill.rect.right());
    const float bottom = std::max(whole.bottom(), fill.rect.bottom());
    whole.x = std::min(whole.x, fill.rect.x);
    whole.y = std::min(whole.y, fill.rect.y);
    whole.width = right - whole.x;
    whole.height = bottom - whole.y;
  }
  return whole;
}

TEST(AlignedHeatmaps, CellsHaveTheSameSizeAndPlaceInAll) {
  for (const auto& [rows, columns] : {std::pair<Index, Index>{1, 1}, {6, 6}, {3, 8}, {9, 2}}) {
    const std::array<DisplayList, 3> lists = drawn(three_of(rows, columns), 420, 300);
    for (std::size_t i = 1; i < lists.size(); ++i) {
      for (const char* label : {"row0", "col0"}) {
        const std::vector<Text> first = texts_of(lists[0], label);
        const std::vector<Text> other = texts_of(lists[i], label);
        ASSERT_EQ(first.size(), 1u);
        ASSERT_EQ(other.size(), 1u);
        EXPECT_EQ(other[0].position.x, first[0].position.x);
        EXPECT_EQ(other[0].position.y, first[0].position.y);
      }
      const Rect expected = cells_of(lists[0]);
      const Rect cells = cells_of(lists[i]);
      EXPECT_GT(expected.width, 20);
      EXPECT_EQ(cells.x, expected.x);
      EXPECT_EQ(cells.y, expected.y);
      EXPECT_EQ(cells.width, expected.width);
      EXPECT_EQ(cells.height, expected.height);
    }
  }
}

TEST(AlignedHeatmaps, NothingLeavesThePageAndNoTextsOverlap) {
  testing::RandomFigures random(5);
  for (int i = 0; i < 150; ++i) {
    SCOPED_TRACE(i);
    const Three three = three_of(1 + random.below(12), 1 + random.below(12));
    FigureStyle with = plain_style;
    with.font_size = static_cast<float>(8 + random.below(10));
    const float width = with.font_size * static_cast<float>(15 + random.below(40));
    const float height = with.font_size * static_cast<float>(13 + random.below(30));
    for (const DisplayList& list : drawn(three, width, height, with)) {
      EXPECT_EQ(list.width, width);
      EXPECT_EQ(list.height, height);
      testing::expect_on_page(list);
      testing::expect_tidy(list, fixed_width);
    }
  }
}

TEST(AlignedHeatmaps, ThePlanSaysHowMuchOfThePageIsUsed) {
  const Three three = three_of(2, 10);
  const AlignedPlan plan = plan_of(three, 400, 2000);
  EXPECT_LT(plan.height, 600);
  const AlignedPlan same = plan_of(three, 400, plan.height);
  EXPECT_NEAR(same.cells.width, plan.cells.width, 1);
  EXPECT_NEAR(same.cells.height, plan.cells.height, 1);
}

TEST(AlignedHeatmaps, NumbersThatAreNoneAreHatchedAndNamed) {
  Matrix wrong = Matrix::Constant(3, 3, Scalar(0.25));
  wrong(1, 1) = std::numeric_limits<Scalar>::quiet_NaN();
  const std::array<DisplayList, 3> lists =
      drawn(three_of(Matrix::Constant(3, 3, Scalar(0.5)), wrong), 420, 300);
  EXPECT_TRUE(texts_of(lists[0], "NaN").empty());
  for (const DisplayList* list : {&lists[1], &lists[2]}) {
    const std::vector<Text> words = texts_of(*list, "NaN");
    ASSERT_EQ(words.size(), 1u);
    bool falls = false;
    bool rises = false;
    for (const Line& line : all<Line>(*list)) {
      const Point middle{(line.from.x + line.to.x) / 2, (line.from.y + line.to.y) / 2};
      const bool is_near = std::abs(middle.x - words[0].position.x) < 20 &&
                           std::abs(middle.y - words[0].position.y) < 12 && line.from.x != line.to.x;
      if (!is_near || line.from.y == line.to.y) continue;
      ((line.to.y > line.from.y) == (line.to.x > line.from.x) ? falls : rises) = true;
    }
    EXPECT_TRUE(falls && rises);
  }
}

TEST(AlignedHeatmaps, SumsStandBesideEveryRowOrBesideNone) {
  for (const Index rows : {Index{3}, Index{12}, Index{60}}) {
    const Three three = three_of(rows, 4);
    for (const float height : {120.0f, 300.0f, 900.0f}) {
      const std::array<DisplayList, 3> lists = drawn(three, 500, height);
      const auto count = static_cast<Index>(texts_of(lists[0], "1.97").size());
      EXPECT_TRUE(count == 0 || count == rows) << count << " of " << rows;
      EXPECT_EQ(texts_of(lists[0], "Σ").size(), count == 0 ? 0u : 1u);
      EXPECT_TRUE(texts_of(lists[2], "1.97").empty()) << "a difference has no sums";
    }
  }
}

TEST(AlignedHeatmaps, AllAreWrittenWithTheSameDecimals) {
  Three three = three_of(4, 4);
  for (auto& heatmap : three) heatmap->spec.decimals = 6;
  const AlignedPlan wide = plan_of(three, 1200, 900);
  const AlignedPlan narrow = plan_of(three, 260, 200);
  EXPECT_EQ(wide.decimals, 6);
  EXPECT_EQ(narrow.decimals, 2);
}

TEST(AlignedHeatmaps, ADifferenceHasTheDecimalsThatItsDigitsNeed) {
  const Matrix before = Matrix::Constant(4, 4, Scalar(0.25));
  Matrix after = before;
  after(1, 2) += Scalar(0.0004);
  const Three three = three_of(before, after);
  int n_finer = 0;
  for (float width = 260; width < 1200; width += 20) {
    const bool is_seen = texts_of(drawn(three, width, width * 0.8f)[2], "0.0004").size() == 1;
    if (is_seen && plan_of(three, width, width * 0.8f).decimals == 2) ++n_finer;
  }
  EXPECT_GT(n_finer, 0) << "where the others have two decimals";
}

}  // namespace
}  // namespace attention_lab
