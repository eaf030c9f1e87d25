// The masks of the control bar, and painting one in the pipeline.
#include "ui/lab/mask_painting.h"

#include <string>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "lab_driver.h"

namespace attention_lab::testing {
namespace {

const Mask& mask_in(const LabDriver& driver) {
  return driver.session.model().options.mask;
}

VisibleCells cells_in(const LabDriver& driver) {
  return visible_cells(mask_in(driver), driver.session.model().n_tokens());
}

/// Chooses from the list of masks.
void choose(LabDriver& driver, Mask::Kind kind) {
  driver.click(driver.control("mask").centre());
  driver.settle();
  driver.click(driver.item("mask." + std::to_string(static_cast<int>(kind))).centre());
  driver.settle();
}

void start_painting(LabDriver& driver) {
  driver.shortcut(Command::paint_mask);
  driver.settle();
  ASSERT_TRUE(is_painting_mask(driver.session, driver.view));
  ASSERT_EQ(mask_in(driver), Mask::painted);
}

TEST(MaskPainting, StartsFromThePresentMaskWithoutChangingAnything) {
  Document document = preset("journey-causal");
  LabDriver driver(document);
  const Matrix before = driver.session.trace().heads[0].weights;
  start_painting(driver);
  EXPECT_EQ(cells_in(driver), visible_cells(Mask::causal, 6));
  EXPECT_TRUE(have_same_bits(view_of(driver.session.trace().heads[0].weights), view_of(before)));
}

TEST(MaskPainting, IsSaidAboveTheMatricesUntilEscape) {
  LabDriver driver(preset("journey"));
  start_painting(driver);
  EXPECT_TRUE(driver.has_item("mask.painting"));
  driver.click(driver.item("masked_scores[1,5]").centre());
  driver.settle();
  EXPECT_FALSE(driver.view.selected) << "a click paints and pins nothing";
  EXPECT_TRUE(driver.has_item("mask.painting"));
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(driver.has_item("mask.painting"));
  EXPECT_EQ(cells_in(driver)(1, 5), 0) << "what was painted stays";
  driver.click(driver.item("masked_scores[1,5]").centre());
  driver.settle();
  EXPECT_EQ(cells_in(driver)(1, 5), 0);
  EXPECT_TRUE(driver.view.selected);
}

TEST(MaskPainting, AClickHidesACellAndAnotherShowsItAgain) {
  LabDriver driver(preset("journey"));
  start_painting(driver);
  driver.click(driver.item("masked_scores[1,5]").centre());
  driver.settle();
  EXPECT_EQ(cells_in(driver)(1, 5), 0);
  EXPECT_EQ(cells_in(driver).cast<int>().sum(), 35);
  EXPECT_EQ(driver.session.history().undo_name(), "Hide “step” from “journey”");
  EXPECT_EQ(driver.session.trace().heads[0].weights(1, 5), 0);
  driver.click(driver.item("scaled_scores[1,5]").centre());
  driver.settle();
  EXPECT_EQ(cells_in(driver)(1, 5), 0) << "only masked scores are painted";
  driver.click(driver.item("masked_scores[1,5]").centre());
  driver.settle();
  EXPECT_EQ(cells_in(driver)(1, 5), 1);
  EXPECT_EQ(driver.session.history().undo_name(), "Let “journey” attend to “step”");
}

TEST(MaskPainting, AStrokeIsOneUndoStep) {
  LabDriver driver(preset("journey"));
  start_painting(driver);
  const Document before = driver.session.document();
  driver.move(driver.item("masked_scores[2,0]").centre());
  driver.press();
  driver.move(driver.item("masked_scores[2,5]").centre());  // a fast mouse skips cells
  EXPECT_TRUE(driver.session.is_previewing());
  EXPECT_EQ(cells_in(driver).row(2).cast<int>().sum(), 0) << "shown at once";
  driver.release();
  driver.settle();
  EXPECT_EQ(cells_in(driver).cast<int>().sum(), 30);
  EXPECT_EQ(driver.session.history().undo_name(), "Paint the mask");
  EXPECT_TRUE((driver.session.trace().context.row(2).array() == 0).all()) << "it sees nothing";
  driver.shortcut(Command::undo);
  EXPECT_TRUE(driver.session.document() == before);
  driver.shortcut(Command::redo);
  EXPECT_EQ(cells_in(driver).cast<int>().sum(), 30);
}

TEST(MaskPainting, EscapeTakesAStrokeBack) {
  LabDriver driver(preset("journey"));
  start_painting(driver);
  const Document before = driver.session.document();
  driver.move(driver.item("masked_scores[0,0]").centre());
  driver.press();
  driver.move(driver.item("masked_scores[3,3]").centre());
  driver.key(ImGuiKey_Escape);
  driver.release();
  driver.settle();
  EXPECT_TRUE(driver.session.document() == before);
}

TEST(MaskPainting, EndsWithTheDocument) {
  LabDriver driver(preset("journey"));
  start_painting(driver);
  driver.session.open(edits::set_visible(preset("journey"), 0, 1, false).value());
  driver.settle();
  EXPECT_EQ(mask_in(driver), Mask::painted);
  driver.click(driver.item("masked_scores[1,5]").centre());
  driver.settle();
  EXPECT_EQ(cells_in(driver)(1, 5), 1) << "a click selects";
}

TEST(MaskPainting, WithoutItAClickSelects) {
  LabDriver driver(preset("journey-causal"));
  driver.click(driver.item("masked_scores[1,5]").centre());
  driver.settle();
  EXPECT_EQ(mask_in(driver), Mask::causal);
  ASSERT_TRUE(driver.view.selected);
  EXPECT_EQ(driver.view.selected->matrix.name, MatrixName::masked_scores);
}

TEST(MaskPainting, ALockedDocumentIsNotPainted) {
  LabDriver driver(preset("journey"));
  start_painting(driver);
  driver.view.is_locked = true;
  driver.click(driver.item("masked_scores[1,5]").centre());
  driver.settle();
  EXPECT_EQ(cells_in(driver).cast<int>().sum(), 36);
}

TEST(MaskPainting, TooltipsSayWhyACellIsHidden) {
  Document document = edits::set_visible(preset("journey"), 1, 5, false).value();
  LabDriver driver(document);
  const CellRef hidden{{MatrixName::masked_scores, 0}, 1, 5};
  EXPECT_EQ(mask_tooltip(driver.session, driver.view, hidden),
            "Painted: “journey” may not attend to “step”. A score of minus infinity becomes a weight of "
            "exactly 0.");
  driver.view.paints_mask_in = driver.session.opened();
  EXPECT_EQ(mask_tooltip(driver.session, driver.view, {{MatrixName::masked_scores, 0}, 1, 0}),
            "Painted: “journey” may attend to “Your”. Click to hide it.");
}

TEST(MaskKey, SwitchesBetweenNoneAndTheLastMask) {
  LabDriver driver(preset("journey"));
  driver.shortcut(Command::mask);
  driver.settle();
  EXPECT_EQ(mask_in(driver), Mask::causal);
  driver.session.commit(*edits::set_mask(driver.session.document(), Mask::sliding_window({1, 1})));
  driver.shortcut(Command::mask);
  driver.settle();
  EXPECT_EQ(mask_in(driver), Mask::none);
  driver.shortcut(Command::mask);
  driver.settle();
  EXPECT_EQ(mask_in(driver), Mask::sliding_window({1, 1}));
}

TEST(MaskKey, APaintedMaskThatNoLongerFitsIsNotTurnedOnAgain) {
  LabDriver driver(preset("journey"));
  start_painting(driver);
  driver.shortcut(Command::mask);
  driver.settle();
  EXPECT_EQ(mask_in(driver), Mask::none);
  driver.session.commit(*edits::remove_token(driver.session.document(), 0));
  driver.shortcut(Command::mask);
  driver.settle();
  EXPECT_EQ(mask_in(driver), Mask::causal);
}

TEST(MaskControl, SetsTheNumbersOfAWindowAndOfPadding) {
  LabDriver driver(preset("journey"));
  choose(driver, Mask::window);
  EXPECT_EQ(mask_in(driver), Mask::sliding_window({2, 0}));
  driver.click(driver.item("mask.right.more").centre());
  driver.settle();
  EXPECT_EQ(mask_in(driver), Mask::sliding_window({2, 1}));
  for (int i = 0; i < 8; ++i) driver.click(driver.item("mask.left.more").centre());
  driver.settle();
  EXPECT_EQ(mask_in(driver), Mask::sliding_window({{}, 1})) << "all earlier tokens";
  driver.key(ImGuiKey_Escape);
  driver.settle();
  choose(driver, Mask::padding);
  EXPECT_EQ(mask_in(driver), Mask::padded(2, false));
  driver.click(driver.item("mask.padding.less").centre());
  driver.click(driver.item("mask.causal").centre());
  driver.settle();
  EXPECT_EQ(mask_in(driver), Mask::padded(1, true));
  driver.key(ImGuiKey_Escape);
  driver.settle();
  choose(driver, Mask::painted);
  EXPECT_EQ(cells_in(driver), visible_cells(Mask::padded(1, true), 6));
  EXPECT_TRUE(is_painting_mask(driver.session, driver.view));
  choose(driver, Mask::none);
  EXPECT_EQ(mask_in(driver), Mask::none);
  EXPECT_FALSE(is_painting_mask(driver.session, driver.view));
}

TEST(MaskControl, EveryMaskCanBeShownInEveryWorkspace) {
  LabDriver driver(preset("journey"));
  for (const Mask& mask : {Mask::sliding_window({1, 0}), Mask::padded(2, true), Mask::padded(6, false),
                           Mask::of_cells(VisibleCells::Zero(6, 6))}) {
    driver.session.commit(*edits::set_mask(driver.session.document(), mask));
    for (const WorkspaceEntry& workspace : all_workspaces()) {
      driver.view.workspace = workspace.id;
      driver.settle();
    }
    driver.view.workspace = Workspace::pipeline;
    driver.settle();
    driver.click(driver.item("weights[5,5]").centre());
    driver.settle();
    driver.key(ImGuiKey_Escape);
  }
}

}  // namespace
}  // namespace attention_lab::testing
