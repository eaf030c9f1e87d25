// Moving the enlarged pipeline with Space and the left button.
#include <string>

#include <gtest/gtest.h>

#include "lab_driver.h"

namespace attention_lab::testing {
namespace {

class SheetHandTest : public ::testing::Test {
 protected:
  void hold_space() {
    driver.set_key(ImGuiKey_Space, true);
    driver.frame();
  }
  void let_go_of_space() {
    driver.set_key(ImGuiKey_Space, false);
    driver.frame(2);
  }
  void zoom() {
    driver.view.pipeline.zoom = 2;
    driver.settle();
  }

  LabDriver driver{preset("journey")};
};

TEST_F(SheetHandTest, MovesTheEnlargedPictureAndNothingElse) {
  zoom();
  const Document before = driver.session.document();
  const Rect cell = driver.item("X[1,1]");
  hold_space();
  driver.drag("X[1,1]", -60);
  EXPECT_NEAR(driver.item("X[1,1]").x, cell.x - 60, 1.5f);
  EXPECT_EQ(driver.session.document(), before);
  EXPECT_FALSE(driver.view.selected);
  let_go_of_space();
  EXPECT_FALSE(driver.view.steps.is_open) << "Space was the hand";
  driver.drag("X[1,1]", 20);
  EXPECT_FALSE(driver.session.document() == before) << "the hand is put away";
}

TEST_F(SheetHandTest, SpaceAloneStepsWhenItIsLetGo) {
  zoom();
  hold_space();
  EXPECT_FALSE(driver.view.steps.is_open);
  let_go_of_space();
  EXPECT_TRUE(driver.view.steps.is_open);
}

TEST_F(SheetHandTest, IsOnlyOutWhereThePictureIsEnlarged) {
  const Document before = driver.session.document();
  hold_space();
  EXPECT_TRUE(driver.view.steps.is_open) << "at once";
  let_go_of_space();
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_EQ(driver.session.document(), before);
}

TEST_F(SheetHandTest, ASpaceInAFieldStaysASpace) {
  zoom();
  driver.click(driver.item("sentence").centre());
  driver.settle();
  hold_space();
  driver.type(" ");
  let_go_of_space();
  EXPECT_FALSE(driver.view.pipeline.hand.is_out);
  EXPECT_FALSE(driver.view.steps.is_open);
}

}  // namespace
}  // namespace attention_lab::testing
