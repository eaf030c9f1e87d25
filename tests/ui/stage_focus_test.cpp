#include "ui/workspaces/pipeline/stage_focus.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "lab_driver.h"
#include "ui/steps/step_player.h"
#include "ui/workspaces/figures/shown_figure.h"
#include "ui/workspaces/pipeline/shown_colours.h"

namespace attention_lab::testing {
namespace {

class StageFocus : public ::testing::Test {
 protected:
  StageFocus() { driver.settle(); }

  float height_of(const std::string& cell) const { return driver.item(cell).height; }
  void click(const std::string& item) {
    driver.click(driver.item(item).centre());
    driver.settle();
  }

  LabDriver driver{preset("journey")};
};

TEST_F(StageFocus, AClickOnATitleEnlargesTheOperationAndEscapeShowsEverything) {
  const float before = height_of("scores[0,0]");
  click("focus.scores");
  EXPECT_EQ(driver.view.pipeline.focus, MatrixName::scores);
  EXPECT_GT(height_of("scores[0,0]"), 1.9f * before);
  EXPECT_TRUE(driver.has_item("Q[0,0]"));
  EXPECT_TRUE(driver.has_item("K[0,0]"));
  EXPECT_FALSE(driver.has_item("V[0,0]"));
  EXPECT_TRUE(driver.has_item("focus.small.V"));
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(driver.view.pipeline.focus);
  EXPECT_EQ(height_of("scores[0,0]"), before);
}

TEST_F(StageFocus, AClickOnTheTitleInFocusShowsEverythingToo) {
  click("focus.context");
  ASSERT_EQ(driver.view.pipeline.focus, MatrixName::context);
  click("focus.context");
  EXPECT_FALSE(driver.view.pipeline.focus);
}

TEST_F(StageFocus, AClickOnAnArrowEnlargesItsOperation) {
  for (const MatrixName result : {MatrixName::Q, MatrixName::V, MatrixName::scores, MatrixName::scaled_scores,
                                  MatrixName::weights, MatrixName::context}) {
    click("focus.arrow." + std::string(to_string(result)));
    EXPECT_EQ(driver.view.pipeline.focus, result) << to_string(result);
    driver.key(ImGuiKey_Escape);
    driver.settle();
  }
}

TEST_F(StageFocus, ASmallMatrixIsOneClickAway) {
  click("focus.W_q");
  EXPECT_EQ(driver.view.pipeline.focus, MatrixName::Q) << "a weight matrix leads to its product";
  EXPECT_TRUE(driver.has_item("W_q[0,0]"));
  click("focus.small.weights");
  EXPECT_EQ(driver.view.pipeline.focus, MatrixName::weights);
  EXPECT_TRUE(driver.has_item("weights[5,5]"));
}

TEST_F(StageFocus, NumbersAreEditedThere) {
  click("focus.Q");
  const Scalar before = value_in(driver);
  driver.drag(edited_item, 25);
  EXPECT_NE(value_in(driver), before);
  EXPECT_EQ(driver.view.pipeline.focus, MatrixName::Q);
}

TEST(StageFocusOfNineTokens, ShowsAllRowsAndColumnsInASmallWindow) {
  LabDriver driver(long_document(9), 1024, 768);
  driver.settle();
  for (const MatrixName stage : {MatrixName::scores, MatrixName::scaled_scores, MatrixName::weights}) {
    driver.view.pipeline.focus = stage;
    driver.settle();
    EXPECT_TRUE(driver.has_item(std::string(to_string(stage)) + "[8,8]")) << to_string(stage);
  }
}

TEST(StageFocusOfTwelveTokens, LeavesOutRowsBeforeKeys) {
  LabDriver driver(long_document(12), 1024, 768);
  driver.view.pipeline.focus = MatrixName::scaled_scores;
  driver.settle();
  EXPECT_TRUE(driver.has_item("scaled_scores[0,11]"));
  EXPECT_FALSE(driver.has_item("scaled_scores[11,11]")) << "it is scrolled to";
}

TEST_F(StageFocus, EscapeFirstLetsGoOfTheSelectedNumber) {
  click("focus.Q");
  driver.click(driver.item("Q[1,1]").centre());
  ASSERT_TRUE(driver.view.selected);
  driver.key(ImGuiKey_Escape);
  EXPECT_FALSE(driver.view.selected);
  EXPECT_EQ(driver.view.pipeline.focus, MatrixName::Q);
  driver.key(ImGuiKey_Escape);
  EXPECT_FALSE(driver.view.pipeline.focus);
}

TEST_F(StageFocus, FollowsTheKeyboardToAMatrixThatIsSmall) {
  click("focus.Q");
  driver.click(driver.item("W_q[2,1]").centre());
  driver.key(ImGuiKey_Tab);
  driver.settle();
  ASSERT_TRUE(driver.view.selected);
  EXPECT_EQ(driver.view.selected->matrix.name, MatrixName::W_k);
  EXPECT_EQ(driver.view.pipeline.focus, MatrixName::K);
  driver.type("7");
  driver.key(ImGuiKey_Enter);
  EXPECT_EQ(value_in(driver, {{MatrixName::W_k, 0}, 0, 0}), 7);
}

TEST_F(StageFocus, AStageThatIsNoLongerThereLetsGo) {
  driver.session.commit(*edits::set_mask(driver.session.document(), Mask::causal));
  driver.settle();
  click("focus.masked_scores");
  EXPECT_EQ(stage_in_focus(driver.session, driver.view), MatrixName::masked_scores);
  driver.session.commit(*edits::set_mask(driver.session.document(), Mask::none));
  driver.settle();
  EXPECT_FALSE(stage_in_focus(driver.session, driver.view));
  EXPECT_TRUE(driver.has_item("weights[0,0]"));
}

TEST_F(StageFocus, WithoutPositionsXIsNoSumAnyMore) {
  driver.session.commit(*edits::set_positions(driver.session.document(), Positions::sinusoidal, 1));
  driver.settle();
  click("focus.X");
  EXPECT_EQ(stage_in_focus(driver.session, driver.view), MatrixName::X);
  EXPECT_TRUE(driver.has_item("token_embeddings[0,0]"));
  driver.session.commit(*edits::set_positions(driver.session.document(), Positions::none, 1));
  driver.settle();
  EXPECT_EQ(stage_in_focus(driver.session, driver.view), MatrixName::Q);
}

TEST_F(StageFocus, AStepEnlargesWhatItComputes) {
  open_steps(driver.session, driver.view);
  driver.settle();
  EXPECT_EQ(stage_in_focus(driver.session, driver.view), MatrixName::Q);
  for (std::size_t at = 0; at < driver.view.steps.steps.size(); ++at) {
    go_to_step(driver.view.steps, at);
    driver.settle();
    for (const Place& place : driver.view.steps.numbers.results) {
      const std::string cell = std::string(to_string(place.matrix.name)) + "[" +
                               std::to_string(place.row.value_or(0)) + "," +
                               std::to_string(place.column.value_or(0)) + "]";
      EXPECT_TRUE(driver.has_item(cell)) << cell << " in step " << at;
    }
  }
  close_steps(driver.view.steps);
  driver.settle();
  EXPECT_FALSE(stage_in_focus(driver.session, driver.view));
}

TEST(RecentChanges, AreComparedWithForTwoSecondsAfterAnUndo) {
  LabDriver driver(preset("journey"));
  const Scalar before = value_in(driver);
  driver.drag(edited_item, 30);
  const Scalar after = value_in(driver);
  ASSERT_TRUE(shown_before(driver.session, driver.view));
  EXPECT_EQ(number_before(driver.session, *driver.view.change.before, edited_cell), before);
  driver.shortcut(Command::undo);
  const auto shown = shown_before(driver.session, driver.view);
  ASSERT_TRUE(shown);
  EXPECT_EQ(number_before(driver.session, *shown, edited_cell), after);
  driver.frame(300);  // five seconds
  EXPECT_FALSE(shown_before(driver.session, driver.view));
  EXPECT_FALSE(driver.wants_frame());
}

TEST(RecentChanges, ATypedNumberIsComparedWithTheOneBeforeTyping) {
  LabDriver driver(preset("journey"));
  const Scalar before = value_in(driver);
  driver.click(driver.item(edited_item).centre());
  driver.type("12");
  driver.key(ImGuiKey_Enter);
  const auto shown = shown_before(driver.session, driver.view);
  ASSERT_TRUE(shown);
  EXPECT_EQ(number_before(driver.session, *shown, edited_cell), before);
}

TEST(RecentChanges, ANewDocumentHasNone) {
  LabDriver driver(preset("journey"));
  driver.drag(edited_item, 30);
  driver.session.open(preset("dream"));
  EXPECT_FALSE(shown_before(driver.session, driver.view));
}

TEST(Colours, HoldStillWhileANumberIsDragged) {
  LabDriver driver(preset("journey"));
  driver.settle();
  const double high = driver.view.pipeline.colour_ranges.at(MatrixName::Q).high;
  driver.pull(edited_item, 300);
  EXPECT_EQ(driver.view.pipeline.colour_ranges.at(MatrixName::Q).high, high);
  driver.release();
  driver.frame();
  EXPECT_GT(driver.view.pipeline.colour_ranges.at(MatrixName::Q).high, high);
}

double high_of_Q(const LabDriver& driver) {
  return driver.view.pipeline.colour_ranges.at(MatrixName::Q).high;
}

TEST(Colours, HoldStillWhileThePadlockIsShut) {
  LabDriver driver(preset("journey"));
  driver.settle();
  const double high = high_of_Q(driver);
  driver.click(driver.item("colours.lock").centre());
  EXPECT_EQ(colour_hold(driver.view), ColourHold::chosen);
  driver.drag(edited_item, 300);
  driver.settle();
  EXPECT_EQ(high_of_Q(driver), high);
  driver.click(driver.item("colours.lock").centre());
  driver.settle();
  EXPECT_GT(high_of_Q(driver), high);
}

TEST(Colours, AreFittedAgainOnlyWhenNumbersChange) {
  LabDriver driver(preset("journey"));
  driver.settle();
  const double high = driver.view.pipeline.weights_high;
  driver.shortcut(Command::mask);
  driver.shortcut(Command::divide_by_root);
  driver.settle();
  EXPECT_EQ(driver.view.pipeline.weights_high, high) << "the last row of weights has not changed";
  EXPECT_EQ(colour_hold(driver.view), ColourHold::options);
  driver.click(driver.item("colours.lock").centre());
  driver.settle();
  EXPECT_GT(driver.view.pipeline.weights_high, high);
  EXPECT_EQ(colour_hold(driver.view), ColourHold::none);
  EXPECT_FALSE(driver.view.pipeline.holds_colours);

  const double fitted = driver.view.pipeline.weights_high;
  driver.shortcut(Command::mask);
  driver.settle();
  EXPECT_EQ(driver.view.pipeline.weights_high, fitted);
  driver.drag(edited_item, 10);
  driver.settle();
  EXPECT_LT(driver.view.pipeline.weights_high, fitted) << "a number has changed";
}

TEST(Colours, AreFittedWhenThePadlockIsOpened) {
  LabDriver driver(preset("journey"));
  driver.settle();
  const double high = driver.view.pipeline.weights_high;
  driver.shortcut(Command::hold_colours);
  driver.shortcut(Command::mask);
  driver.settle();
  EXPECT_EQ(driver.view.pipeline.weights_high, high);
  driver.shortcut(Command::hold_colours);
  driver.settle();
  EXPECT_GT(driver.view.pipeline.weights_high, high);
  EXPECT_EQ(colour_hold(driver.view), ColourHold::none);
}

TEST(Sliding, AChangeOfTheLayoutTakesItsTimeAndEndsWhereItWouldAtOnce) {
  constexpr const char* moved = "context[0,0]";
  LabDriver driver(preset("journey"), 1024, 768);
  const Rect before = driver.item(moved);
  driver.shortcut(Command::mask);
  driver.settle();
  const Rect after = driver.item(moved);
  ASSERT_GT(std::fabs(after.y - before.y), 5);
  driver.shortcut(Command::mask);
  driver.settle();
  ASSERT_EQ(driver.item(moved), before);

  driver.slide();
  driver.shortcut(Command::mask);
  driver.frame(6);
  const Rect on_the_way = driver.item(moved);
  EXPECT_GT(on_the_way.y, std::min(before.y, after.y));
  EXPECT_LT(on_the_way.y, std::max(before.y, after.y));
  EXPECT_TRUE(driver.wants_frame());
  driver.frame(20);
  EXPECT_EQ(driver.item(moved), after);

  driver.view.preferences.has_motion = false;
  driver.shortcut(Command::mask);
  driver.frame(2);
  EXPECT_EQ(driver.item(moved), before);
}

TEST(Colours, AreTheSameInEveryHeadAndNothingMovesFromOneToTheNext) {
  LabDriver driver(preset("journey-two-heads"));
  const Rect before = driver.item("heads[0].weights[2,2]");
  const double high = driver.view.pipeline.weights_high;
  driver.shortcut(Command::next_head);
  driver.settle();
  ASSERT_EQ(driver.view.shown_head, 1);
  EXPECT_EQ(driver.item("heads[1].weights[2,2]"), before);
  EXPECT_EQ(driver.view.pipeline.weights_high, high);
}

TEST(Colours, HoldStillDuringStepsAndWhileAIsPinned) {
  LabDriver driver(preset("journey"));
  driver.settle();
  const double high = high_of_Q(driver);
  driver.shortcut(Command::steps);
  driver.settle();
  EXPECT_EQ(colour_hold(driver.view), ColourHold::steps);
  driver.shortcut(Command::steps);
  pin(driver.session, driver.view);
  EXPECT_EQ(colour_hold(driver.view), ColourHold::pinned);
  driver.drag(edited_item, 300);
  driver.settle();
  EXPECT_EQ(high_of_Q(driver), high);
  // The padlock cannot open what holds by itself.
  driver.click(driver.item("colours.lock").centre());
  EXPECT_FALSE(driver.view.pipeline.holds_colours);
  unpin(driver.view);
  driver.settle();
  EXPECT_GT(high_of_Q(driver), high);
}

}  // namespace
}  // namespace attention_lab::testing
