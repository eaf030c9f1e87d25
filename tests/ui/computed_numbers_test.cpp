// Dragging a computed number says why it stays, and what would move it.
#include <string>

#include <gtest/gtest.h>

#include "lab_driver.h"

namespace attention_lab::testing {
namespace {

TEST(ComputedNumbers, SayWhyTheyStayWhileTheyAreDragged) {
  LabDriver driver(preset("journey"));
  const Document before = driver.session.document();
  driver.pull("Q[1,0]", 40);
  EXPECT_TRUE(driver.has_item("computed"));
  EXPECT_EQ(driver.session.document(), before);
  EXPECT_EQ(driver.view.selected, (CellRef{{MatrixName::Q, 0}, 1, 0})) << "its operands are framed";
  EXPECT_FALSE(driver.has_item("button.Drag the attention"));
  driver.release();
  EXPECT_TRUE(driver.has_item("computed")) << "for a moment";
  driver.frame(60 * 3);
  EXPECT_FALSE(driver.has_item("computed"));
}

TEST(ComputedNumbers, AreStillPinnedAndUnpinnedByAClick) {
  LabDriver driver(preset("journey"));
  driver.click(driver.item("Q[1,0]").centre());
  EXPECT_FALSE(driver.has_item("computed"));
  EXPECT_TRUE(driver.view.selected);
  driver.click(driver.item("Q[1,0]").centre());
  EXPECT_FALSE(driver.view.selected);
  EXPECT_FALSE(driver.has_item("computed"));
}

TEST(ComputedNumbers, TheSentenceGoesWithTheNextPress) {
  LabDriver driver(preset("journey"));
  driver.drag("context[1,0]", 40);
  ASSERT_TRUE(driver.has_item("computed"));
  driver.click(driver.item("X[0,0]").centre());
  EXPECT_FALSE(driver.has_item("computed"));
}

TEST(ComputedNumbers, AnAttentionWeightOffersToBeDragged) {
  LabDriver driver(preset("journey"));
  driver.drag("weights[1,0]", 40);
  driver.frame();
  driver.click(driver.item("button.Drag the attention").centre());
  driver.frame(2);
  EXPECT_TRUE(driver.view.drags_attention);
  EXPECT_FALSE(driver.has_item("computed"));
}

TEST(ComputedNumbers, TheKeyOfTheOfferTurnsTheSameMovementIntoADrag) {
  LabDriver driver(preset("journey"));
  const Scalar before = value_in(driver, {{MatrixName::weights, 0}, 1, 0});
  driver.pull("weights[1,0]", 40);
  driver.shortcut(Command::drag_attention);
  ASSERT_TRUE(driver.view.editing.drag);
  const Point mouse = from_imgui(ImGui::GetIO().MousePos);
  for (int i = 1; i <= 8; ++i) driver.move({mouse.x, mouse.y - 5 * static_cast<float>(i)});
  driver.frame(200);
  driver.release();
  EXPECT_GT(value_in(driver, {{MatrixName::weights, 0}, 1, 0}), before + Scalar(0.1));
}

TEST(ComputedNumbers, OfSimplifiedAttentionFollowFromXAlone) {
  LabDriver driver(preset("journey-simplified"));
  driver.drag("weights[1,0]", 40);
  EXPECT_TRUE(driver.has_item("computed"));
  EXPECT_FALSE(driver.has_item("button.Drag the attention")) << "there is nothing to train";
}

}  // namespace
}  // namespace attention_lab::testing
