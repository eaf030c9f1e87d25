// Dragging an attention weight in the pipeline and in the heatmap.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "lab_driver.h"

namespace attention_lab::testing {
namespace {

constexpr const char* dragged_item = "weights[2,0]";
constexpr CellRef dragged_weight{{MatrixName::weights, 0}, 2, 0};

/// Moves the mouse up by this many pixels, without releasing the button.
void pull_up(LabDriver& driver, const char* item, float pixels) {
  const Point from = driver.item(item).centre();
  driver.move(from);
  driver.press();
  for (int i = 1; i <= 8; ++i) driver.move({from.x, from.y - pixels * static_cast<float>(i) / 8});
}

/// Draws until the lab asks for no more frames.
void wait_until_still(LabDriver& driver) {
  driver.frame();
  for (int i = 0; i < 600 && driver.view.next_frame_in == 0.0; ++i) driver.frame();
}

double dragged(const LabDriver& driver) {
  return static_cast<double>(value_in(driver, dragged_weight));
}

LabDriver& with_switch(LabDriver& driver) {
  driver.shortcut(Command::drag_attention);
  driver.settle();
  EXPECT_TRUE(driver.view.drags_attention);
  return driver;
}

TEST(AttentionDragging, MovesW_qAndW_kUntilTheWeightIsThere) {
  LabDriver driver(preset("alice"));
  const Document before = driver.session.document();
  with_switch(driver);
  const double start = dragged(driver);
  pull_up(driver, dragged_item, 90);
  wait_until_still(driver);
  EXPECT_NEAR(dragged(driver), start + 90 * 0.005, 0.001);
  EXPECT_TRUE(driver.session.is_previewing());
  EXPECT_EQ(driver.count<CommitEdit>(), 0);
  driver.release();
  driver.settle();
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
  EXPECT_NEAR(dragged(driver), start + 90 * 0.005, 0.001);
  const Document after = driver.session.document();
  const Head& head = after.model.heads[0];
  EXPECT_NE(*head.W_q, *before.model.heads[0].W_q);
  EXPECT_NE(*head.W_k, *before.model.heads[0].W_k);
  EXPECT_EQ(*head.W_v, *before.model.heads[0].W_v);
  EXPECT_EQ(driver.session.history().undo_name(), "Drag the attention of “eat” to “Alice” to 0.69");
  driver.shortcut(Command::undo);
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_FALSE(driver.session.can_undo()) << "one undo step";
  driver.shortcut(Command::redo);
  EXPECT_TRUE(driver.session.document() == after);
}

TEST(AttentionDragging, AQuickMoveArrivesToo) {
  LabDriver driver(preset("alice"));
  with_switch(driver);
  const double start = dragged(driver);
  const Point from = driver.item(dragged_item).centre();
  driver.move(from);
  driver.press();
  driver.move({from.x, from.y - 60});
  driver.release();
  driver.settle();
  EXPECT_NEAR(dragged(driver), start + 60 * 0.005, 0.001);
}

TEST(AttentionDragging, TheOtherWeightsCanBeHeld) {
  LabDriver driver(*edits::set_d_k(preset("alice"), 4, 7));
  with_switch(driver);
  driver.shortcut(Command::hold_other_weights);
  driver.settle();
  ASSERT_EQ(driver.view.other_weights, OtherWeights::held);
  const Matrix before = driver.session.trace().heads[0].weights;
  pull_up(driver, dragged_item, 60);
  wait_until_still(driver);
  driver.release();
  driver.settle();
  const Matrix& after = driver.session.trace().heads[0].weights;
  EXPECT_NEAR(static_cast<double>(after(2, 0) - before(2, 0)), 0.3, 0.001);
  for (const Index row : {0, 1, 3})
    EXPECT_LT((after.row(row) - before.row(row)).cwiseAbs().maxCoeff(), Scalar(0.05)) << row;
}

TEST(AttentionDragging, EscapeGivesTheOldNumbersBack) {
  LabDriver driver(preset("alice"));
  const Document before = driver.session.document();
  with_switch(driver);
  pull_up(driver, dragged_item, 60);
  EXPECT_FALSE(driver.session.document() == before);
  driver.key(ImGuiKey_Escape);
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_FALSE(driver.session.is_previewing());
  driver.release();
  EXPECT_EQ(driver.count<CommitEdit>(), 0);
}

TEST(AttentionDragging, UndoDuringADragEndsIt) {
  LabDriver driver(preset("alice"));
  driver.drag("W_q[0,0]", 30);
  with_switch(driver);
  pull_up(driver, dragged_item, 60);
  driver.shortcut(Command::undo);
  driver.frame(3);
  EXPECT_FALSE(driver.view.editing.drag);
  driver.release();
  driver.settle();
  EXPECT_TRUE(driver.session.document() == preset("alice")) << "the edit before the drag is undone";
}

TEST(AttentionDragging, AClickOnlySelects) {
  LabDriver driver(preset("alice"));
  with_switch(driver);
  driver.click(driver.item(dragged_item).centre());
  EXPECT_EQ(driver.view.selected, dragged_weight);
  driver.click(driver.item(dragged_item).centre());
  EXPECT_FALSE(driver.view.selected);
  EXPECT_EQ(driver.count<CommitEdit>(), 0);
}

std::string notice_of(const LabDriver& driver) {
  return driver.view.notice ? driver.view.notice->text : "";
}

TEST(AttentionDragging, SaysWhenTheWeightCannotGetThere) {
  LabDriver driver(*edits::set_mask(preset("alice"), Mask::causal));
  with_switch(driver);
  const Document before = driver.session.document();
  pull_up(driver, "weights[0,2]", 40);
  EXPECT_EQ(notice_of(driver), "The causal mask hides this key, so its weight is always 0.");
  driver.release();
  pull_up(driver, "weights[0,0]", 40);
  EXPECT_EQ(notice_of(driver), "This token sees only one key, so the weight is always 1.");
  driver.release();
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_EQ(driver.count<PreviewEdit>(), 0);
}

TEST(AttentionDragging, SaysHowFarEqualWordsCanGo) {
  LabDriver driver(*edits::rename_token(*edits::set_shared_words(preset("alice"), true), 1, "Alice"));
  ASSERT_EQ(driver.session.model().token_embeddings->row(0), driver.session.model().token_embeddings->row(1));
  with_switch(driver);
  pull_up(driver, dragged_item, 110);
  wait_until_still(driver);
  EXPECT_NE(notice_of(driver).find("2 keys have the same row of X, so each gets at most 1 ÷ 2."),
            std::string::npos)
      << notice_of(driver);
  EXPECT_LE(dragged(driver), 0.5);
  EXPECT_GT(dragged(driver), 0.49);
  driver.release();
}

TEST(AttentionDragging, SimplifiedAttentionHasNoSwitch) {
  LabDriver driver(preset("journey-simplified"));
  driver.shortcut(Command::drag_attention);
  EXPECT_FALSE(driver.view.drags_attention);
}

TEST(AttentionDragging, WorksInTheHeatmap) {
  LabDriver driver(preset("alice"));
  with_switch(driver);
  driver.shortcut(command_to_show(Workspace::figures));
  driver.view.figures.request.figure = FigureName::heatmap;
  driver.view.figures.request.matrix = {MatrixName::weights, 0};
  driver.settle();
  const double start = dragged(driver);
  pull_up(driver, dragged_item, 90);
  wait_until_still(driver);
  EXPECT_NEAR(dragged(driver), start + 90 * 0.005, 0.001);
  driver.move({5, 5});
  EXPECT_TRUE(driver.view.editing.drag) << "also beyond the page";
  driver.release();
  driver.settle();
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
  EXPECT_FALSE(driver.view.editing.drag);
}

TEST(AttentionDragging, LeavingTheWorkspaceKeepsWhatWasReached) {
  LabDriver driver(preset("alice"));
  with_switch(driver);
  pull_up(driver, dragged_item, 60);
  wait_until_still(driver);
  const double reached = dragged(driver);
  driver.shortcut(command_to_show(Workspace::museum));
  driver.frame(3);
  EXPECT_FALSE(driver.session.is_previewing());
  EXPECT_NEAR(dragged(driver), reached, 1e-6);
  EXPECT_TRUE(driver.session.can_undo());
  driver.release();
}

}  // namespace
}  // namespace attention_lab::testing
