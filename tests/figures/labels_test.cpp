#include "ui/figures/base/labels.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "fixed_width_metrics.h"
#include "legibility.h"
#include "ui/figures/heatmaps/axis_labels.h"

namespace attention_lab {
namespace {

using testing::fixed_width;

Text placed_text(std::string content, Point position = {50, 50}) {
  Text text;
  text.text = std::move(content);
  text.position = position;
  text.size = 10;
  return text;
}

std::vector<std::string> numbered(Index count, const std::string& before = {}) {
  std::vector<std::string> labels;
  for (Index i = 1; i <= count; ++i) labels.push_back(before + std::to_string(i));
  return labels;
}

FigureStyle style_of(float font_size) {
  FigureStyle style;
  style.font_size = font_size;
  return style;
}

TEST(BoundsOf, FollowTheAnchors) {
  Text text = placed_text("four");  // 20 wide
  EXPECT_FLOAT_EQ(bounds_of(text, fixed_width).x, 50);
  EXPECT_FLOAT_EQ(bounds_of(text, fixed_width).width, 20);
  text.horizontal = HorizontalAnchor::centre;
  EXPECT_FLOAT_EQ(bounds_of(text, fixed_width).x, 40);
  text.horizontal = HorizontalAnchor::right;
  EXPECT_FLOAT_EQ(bounds_of(text, fixed_width).x, 30);
  EXPECT_LT(bounds_of(text, fixed_width).y, 50);
  EXPECT_GT(bounds_of(text, fixed_width).bottom(), 50);
  text.vertical = VerticalAnchor::top;
  EXPECT_GE(bounds_of(text, fixed_width).y, 50);
}

TEST(BoundsOf, TurnedTextsRunUpwards) {
  Text text = placed_text("four");
  text.is_turned = true;
  EXPECT_FLOAT_EQ(bounds_of(text, fixed_width).bottom(), 50);
  EXPECT_FLOAT_EQ(bounds_of(text, fixed_width).height, 20);
  text.horizontal = HorizontalAnchor::right;
  EXPECT_FLOAT_EQ(bounds_of(text, fixed_width).y, 50);
}

TEST(ShortenMarkup, KeepsScriptsAndEscapesWhole) {
  const auto shortened = [](std::string_view markup, float width) {
    return shorten_markup(markup, width, 10, FontWeight::regular, fixed_width);
  };
  EXPECT_EQ(shortened("W_q", 100), "W_q");
  EXPECT_EQ(shortened("ab_{long}cdef", 24.5f + 5), "ab_{long}…");
  EXPECT_EQ(shortened("ab_{long}cdef", 20), "ab…");
  EXPECT_EQ(shortened("a\\_bcdef", 15), "a\\_…");
}

TEST(Fitted, IsSmallerThenShorterThenNothing) {
  EXPECT_EQ(fitted(placed_text("journey"), 35, fixed_width).size, 10);
  const Text smaller = fitted(placed_text("journey"), 30, fixed_width);
  EXPECT_EQ(smaller.text, "journey");
  EXPECT_NEAR(smaller.size, 10 * 30.0 / 35, 1e-4);
  const Text shorter = fitted(placed_text("journey"), 18, fixed_width);
  EXPECT_NEAR(shorter.size, 7, 1e-4);
  EXPECT_EQ(shorter.text, "jour…");
  EXPECT_EQ(fitted(placed_text("journey"), 2, fixed_width).text, "");
}

TEST(MovedInto, MovesAsLittleAsItTakes) {
  const Rect area{0, 0, 100, 100};
  EXPECT_EQ(moved_into(placed_text("four"), area, fixed_width).position, (Point{50, 50}));
  EXPECT_FLOAT_EQ(moved_into(placed_text("four", {90, 50}), area, fixed_width).position.x, 80);
  EXPECT_FLOAT_EQ(moved_into(placed_text("four", {-7, 50}), area, fixed_width).position.x, 0);
  std::mt19937 generator(1);
  for (int round = 0; round < 500; ++round) {
    Text text = placed_text("some words", {static_cast<float>(generator() % 300) - 100,
                                           static_cast<float>(generator() % 300) - 100});
    text.is_turned = generator() % 2 == 0;
    EXPECT_TRUE(testing::is_within(bounds_of(moved_into(text, area, fixed_width), fixed_width), area, 1e-3f));
  }
}

TEST(AddTextWithin, AddsNothingWhereNothingFits) {
  DisplayList list;
  add_text_within(list, placed_text("journey"), {0, 0, 2, 100}, fixed_width);
  add_text_within(list, placed_text("journey"), {0, 0, 100, 2}, fixed_width);
  add_text_within(list, placed_text(""), {0, 0, 100, 100}, fixed_width);
  EXPECT_TRUE(list.commands.empty());
  add_text_within(list, placed_text("journey"), {0, 0, 100, 100}, fixed_width);
  EXPECT_EQ(list.commands.size(), 1u);
}

TEST(RoundStep, Is125TimesAPowerOfTen) {
  EXPECT_EQ(round_step(0), 1);
  EXPECT_EQ(round_step(1), 1);
  EXPECT_EQ(round_step(1.01), 2);
  EXPECT_EQ(round_step(3), 5);
  EXPECT_EQ(round_step(6), 10);
  EXPECT_EQ(round_step(11), 20);
  EXPECT_EQ(round_step(501), 1000);
}

TEST(AxisLabels, OfColumnsStandLevelWhereTheyFit) {
  const LabelPlan plan = plan_column_labels({"one", "two"}, 40, 100, style_of(10), fixed_width);
  EXPECT_FALSE(plan.is_turned);
  EXPECT_EQ(plan.step, 1);
}

TEST(AxisLabels, OfColumnsAreTurnedFirst) {
  const LabelPlan plan = plan_column_labels({"journeys", "two"}, 20, 100, style_of(10), fixed_width);
  EXPECT_TRUE(plan.is_turned);
  EXPECT_EQ(plan.step, 1);
  EXPECT_GE(plan.room, 40);
}

TEST(AxisLabels, AreThenThinnedOut) {
  const LabelPlan plan = plan_column_labels(numbered(40, "token"), 4, 100, style_of(10), fixed_width);
  EXPECT_TRUE(plan.is_turned);
  EXPECT_EQ(plan.step, 5);
}

TEST(AxisLabels, AreShortenedLast) {
  const LabelPlan plan = plan_column_labels(numbered(40, "long token"), 4, 30, style_of(10), fixed_width);
  EXPECT_TRUE(plan.is_turned);
  EXPECT_EQ(plan.step, 5);
  EXPECT_LT(plan.room, 30);
  EXPECT_LE(plan.depth, 30);
}

TEST(AxisLabels, ThatAreNumbersStayLevelAndRound) {
  const LabelPlan plan = plan_column_labels(numbered(64), 5, 100, style_of(10), fixed_width);
  EXPECT_FALSE(plan.is_turned);
  EXPECT_EQ(plan.step, 5);
  EXPECT_EQ(plan.first, 4) << "5, 10, 15 rather than 1, 6, 11";
}

TEST(AxisLabels, TheStrongOneAlwaysStands) {
  CellGrid grid;
  grid.cells = {100, 100, 200, 200};
  grid.rows = grid.columns = 100;
  const std::vector<std::string> labels = numbered(100, "t");
  const FigureStyle style = style_of(10);
  DisplayList list;
  list.width = list.height = 400;
  const LabelPlan plan = plan_row_labels(labels, grid.cell_height(), 90, style, fixed_width);
  draw_row_labels(list, grid, labels, plan, 57, style, fixed_width);
  bool is_there = false;
  for (const Text& text : testing::all<Text>(list)) is_there = is_there || text.text == "t58";
  EXPECT_TRUE(is_there);
  testing::expect_tidy(list, fixed_width);
}

TEST(AxisLabels, BecomeSmallerBeforeAnyIsLeftOut) {
  const std::vector<std::string> labels = numbered(30, "token");
  const LabelPlan rows = plan_row_labels(labels, 9, 90, style_of(10), fixed_width);
  const LabelPlan columns = plan_column_labels(labels, 9, 90, style_of(10), fixed_width);
  for (const LabelPlan& plan : {rows, columns}) {
    EXPECT_EQ(plan.step, 1);
    EXPECT_LT(plan.size, 10);
    EXPECT_GE(plan.size, 7);
  }
}

TEST(AxisLabels, OfSixTokensAllStandInCellsOfAnySize) {
  const std::vector<std::string> labels = numbered(6, "token");
  for (float cell = 6; cell < 60; ++cell) {
    EXPECT_EQ(plan_row_labels(labels, cell, 90, style_of(10), fixed_width).step, 1) << cell;
    EXPECT_EQ(plan_column_labels(labels, cell, 90, style_of(10), fixed_width).step, 1) << cell;
  }
}

TEST(AxisLabels, BecomeSmallerBeforeTheyAreShortened) {
  const LabelPlan plan = plan_row_labels({"journeys"}, 40, 41, style_of(10), fixed_width);
  EXPECT_LT(plan.size, 10);
  EXPECT_GE(plan.room, fixed_width.width("journeys", plan.size, FontWeight::regular));
}

TEST(AxisLabels, ThatAreKeptStandWhateverIsLeftOut) {
  CellGrid grid;
  grid.cells = {100, 100, 200, 200};
  grid.rows = grid.columns = 100;
  const std::vector<std::string> labels = numbered(100, "t");
  const FigureStyle style = style_of(10);
  DisplayList list;
  list.width = list.height = 400;
  const LabelPlan plan = plan_column_labels(labels, grid.cell_width(), 90, style, fixed_width, {57, 80});
  draw_column_labels(list, grid, labels, plan, 57, style, fixed_width);
  std::vector<std::string> drawn;
  for (const Text& text : testing::all<Text>(list)) drawn.push_back(text.text);
  for (const char* kept : {"t58", "t81"})
    EXPECT_NE(std::find(drawn.begin(), drawn.end(), kept), drawn.end()) << kept;
  testing::expect_tidy(list, fixed_width);
}

TEST(AxisLabels, TakeNothingWhereThereIsNoRoom) {
  EXPECT_EQ(plan_row_labels({"journey"}, 40, 3, style_of(10), fixed_width).depth, 0);
  EXPECT_EQ(plan_column_labels({"journey"}, 4, 3, style_of(10), fixed_width).depth, 0);
  EXPECT_EQ(plan_row_labels({}, 40, 100, style_of(10), fixed_width).depth, 0);
  EXPECT_EQ(plan_column_labels({"", ""}, 40, 100, style_of(10), fixed_width).depth, 0);
}

}  // namespace
}  // namespace attention_lab
