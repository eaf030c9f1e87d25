// What stays marked in the pipeline until it is let go: a pinned number, followed tokens and the spotlight.
#include <array>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "lab_driver.h"
#include "ui/steps/step_player.h"
#include "ui/workspaces/pipeline/shown_marks.h"

namespace attention_lab::testing {
namespace {

using Tokens = std::array<std::optional<Index>, 2>;

class Pins : public ::testing::Test {
 protected:
  Pins() { driver.settle(); }

  void click(const std::string& item) {
    driver.click(driver.item(item).centre());
    driver.settle();
  }
  void point_at(const std::string& item) {
    driver.move(driver.item(item).centre());
    driver.settle();
  }
  void escape() {
    driver.key(ImGuiKey_Escape);
    driver.settle();
  }
  PipelineMarks marks() { return shown_marks(driver.session, driver.view, {0}); }
  Tokens followed() const { return driver.view.followed.tokens(); }
  /// Beside all matrices.
  Point empty_ground() const {
    const Rect cell = driver.item("scores[0,5]");
    return {cell.right() + 3 * cell.width, cell.y};
  }

  static constexpr CellRef weight{{MatrixName::weights, 0}, 1, 2};
  LabDriver driver{preset("journey")};
};

TEST_F(Pins, HoldWhileTheMouseIsOverOtherNumbers) {
  click("weights[1,2]");
  const std::vector<Place> links = marks().selected->links;
  EXPECT_FALSE(marks().pointed) << "one mark is enough for one number";
  point_at("Q[4,1]");
  EXPECT_EQ(driver.view.selected, weight);
  ASSERT_TRUE(marks().selected && marks().pointed);
  EXPECT_EQ(marks().selected->cell, weight);
  EXPECT_EQ(marks().selected->links, links);
  EXPECT_EQ(marks().pointed->cell, (CellRef{{MatrixName::Q, 0}, 4, 1}));
  EXPECT_TRUE(driver.has_item("inspector.pinned"));
}

TEST_F(Pins, AreLetGoByAClickOnEmptyGroundOrEscape) {
  for (const bool by_key : {false, true}) {
    click("weights[1,2]");
    ASSERT_TRUE(driver.view.selected);
    by_key ? escape() : driver.click(empty_ground());
    EXPECT_FALSE(driver.view.selected);
  }
}

TEST_F(Pins, AClickBesideAFieldOnlyFinishesTyping) {
  driver.double_click(driver.item(edited_item).centre());
  driver.settle();
  ASSERT_TRUE(driver.view.editing.typing);
  driver.type("7");
  driver.click(empty_ground());
  driver.settle();
  EXPECT_EQ(value_in(driver), 7);
  EXPECT_EQ(driver.view.selected, edited_cell);
}

TEST_F(Pins, InThePresenterEscapeLetsGoOfOneThingAfterTheOther) {
  driver.shortcut(Command::present);
  driver.settle();
  click("X.row[1]");
  click("weights[1,2]");
  EXPECT_TRUE(driver.has_item("presenter.number"));
  const Rect number = driver.item("presenter.number");
  point_at("Q[4,1]");
  EXPECT_EQ(driver.item("presenter.number").width, number.width) << "still the pinned number";
  escape();
  EXPECT_FALSE(driver.view.selected);
  EXPECT_EQ(followed(), (Tokens{1, std::nullopt}));
  escape();
  EXPECT_TRUE(driver.view.followed.empty());
  EXPECT_TRUE(driver.view.presenter);
  escape();
  EXPECT_FALSE(driver.view.presenter);
}

TEST_F(Pins, AClickOnANameFollowsATokenUntilTheNextClickOrEscape) {
  click("X.row[1]");
  EXPECT_EQ(followed(), (Tokens{1, std::nullopt}));
  EXPECT_FALSE(driver.view.selected);
  click("weights.column[4]");
  EXPECT_EQ(followed(), (Tokens{1, 4}));
  EXPECT_EQ(marks().followed, followed());
  click("X.row[1]");
  EXPECT_EQ(followed(), (Tokens{std::nullopt, 4})) << "each keeps its colour";
  click("X.row[0]");
  EXPECT_EQ(followed(), (Tokens{0, 4}));
  escape();
  EXPECT_TRUE(driver.view.followed.empty());
}

TEST_F(Pins, AThirdTokenReplacesTheOneFollowedForLonger) {
  click("X.row[0]");
  click("X.row[1]");
  EXPECT_EQ(driver.view.followed.next_to_go(), 0);
  click("X.row[2]");
  EXPECT_EQ(followed(), (Tokens{2, 1}));
  click("X.row[3]");
  EXPECT_EQ(followed(), (Tokens{2, 3}));
}

TEST_F(Pins, TheTooltipOfANameSaysWhatAClickDoes) {
  point_at("X.row[1]");
  EXPECT_GT(driver.tooltip_height(), 0);
  point_at("weights.column[1]");
  EXPECT_GT(driver.tooltip_height(), 0);
  driver.move(empty_ground());
  driver.settle();
  EXPECT_EQ(driver.tooltip_height(), 0);
}

TEST_F(Pins, ATooltipGoesAwayWithAKeyUntilTheMouseMoves) {
  point_at("X.row[1]");
  ASSERT_GT(driver.tooltip_height(), 0);
  driver.type("d");
  driver.settle();
  EXPECT_EQ(driver.tooltip_height(), 0) << "it would cover what the key has changed";
  const Point middle = driver.item("X.row[1]").centre();
  driver.move({middle.x + 2, middle.y});
  driver.settle();
  EXPECT_GT(driver.tooltip_height(), 0);
}

TEST_F(Pins, FollowedTokensSurviveEditsAndOtherHeads) {
  click("X.row[1]");
  driver.drag(edited_item, 25);
  driver.settle();
  EXPECT_EQ(followed(), (Tokens{1, std::nullopt}));
  driver.session.commit(*edits::set_n_heads(driver.session.document(), 2, 1));
  driver.settle();
  show_head(driver.view, 1);
  driver.settle();
  EXPECT_EQ(followed(), (Tokens{1, std::nullopt}));
}

TEST_F(Pins, FollowedTokensMoveWithTheirWordsAndGoWithThem) {
  click("X.row[1]");
  click("X.row[2]");
  driver.session.commit(*edits::move_token(driver.session.document(), 1, 2));
  driver.settle();
  EXPECT_EQ(followed(), (Tokens{2, 1})) << "they changed places";
  driver.session.commit(*edits::remove_token(driver.session.document(), 0));
  driver.settle();
  EXPECT_EQ(followed(), (Tokens{1, 0}));
  driver.session.commit(*edits::remove_token(driver.session.document(), 1));
  driver.settle();
  EXPECT_EQ(followed(), (Tokens{std::nullopt, 0}));
}

TEST_F(Pins, FollowedTokensStayInAStageInFocusAndInTheSteps) {
  click("X.row[1]");
  click("focus.scores");
  EXPECT_EQ(marks().followed, (Tokens{1, std::nullopt}));
  open_steps(driver.session, driver.view);
  driver.settle();
  EXPECT_EQ(marks().followed, (Tokens{1, std::nullopt}));
  escape();
  EXPECT_TRUE(driver.view.followed.empty());
  EXPECT_TRUE(driver.view.steps.is_open) << "one Escape lets go of one thing";
  escape();
  EXPECT_FALSE(driver.view.steps.is_open);
}

TEST_F(Pins, TheSpotlightIsOnUntilNothingIsMarked) {
  driver.type("s");
  EXPECT_FALSE(driver.view.has_spotlight);
  EXPECT_TRUE(driver.view.notice) << "says what to click first";
  click("X.row[1]");
  driver.type("s");
  driver.settle();
  EXPECT_TRUE(marks().has_spotlight);
  click("weights[1,2]");
  escape();
  EXPECT_TRUE(driver.view.has_spotlight) << "the token is still followed";
  escape();
  EXPECT_FALSE(driver.view.has_spotlight);
}

TEST_F(Pins, TheSpotlightWaitsWhileAStepHasItsOwnLight) {
  click("X.row[1]");
  driver.type("s");
  open_steps(driver.session, driver.view);
  driver.settle();
  EXPECT_FALSE(marks().has_spotlight);
  close_steps(driver.view.steps);
  driver.settle();
  EXPECT_TRUE(marks().has_spotlight);
}

TEST_F(Pins, AnEscapeThatClosesAMenuUnpinsNothing) {
  click("X[1,1]");
  click("menu.View");
  ASSERT_TRUE(driver.has_item("entry.Highlight"));
  escape();
  EXPECT_FALSE(driver.has_item("entry.Highlight"));
  EXPECT_TRUE(driver.view.selected);
  escape();
  EXPECT_FALSE(driver.view.selected);
}

TEST_F(Pins, TheSpotlightIsACommandOfTheMenu) {
  click("X.row[1]");
  click("menu.View");
  click("entry.Highlight");
  click("entry.Spotlight");
  EXPECT_TRUE(driver.view.has_spotlight);
}

}  // namespace
}  // namespace attention_lab::testing
