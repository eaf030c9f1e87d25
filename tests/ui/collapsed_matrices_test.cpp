// Matrices that are collapsed, so that the others get their room.
#include "ui/workspaces/pipeline/collapsed_matrices.h"

#include <string>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "lab_driver.h"

namespace attention_lab::testing {
namespace {

class CollapsedMatrices : public ::testing::Test {
 protected:
  CollapsedMatrices() { driver.settle(); }

  void click(const std::string& item) {
    driver.click(driver.item(item).centre());
    driver.settle();
  }
  void collapse(const std::string& cell) {
    driver.right_click(driver.item(cell).centre());
    driver.settle();
    click("entry.Collapse");
  }
  float area_of(const std::string& cell) const {
    const Rect rect = driver.item(cell);
    return rect.width * rect.height;
  }

  LabDriver driver{preset("journey")};
};

TEST_F(CollapsedMatrices, GiveTheirRoomToTheOthersUntilAClick) {
  const float before = area_of("weights[1,1]");
  collapse("scaled_scores[1,1]");
  EXPECT_FALSE(driver.has_item("scaled_scores[1,1]"));
  EXPECT_FALSE(driver.view.selected) << "the number that was clicked is no longer there";
  EXPECT_GT(area_of("weights[1,1]"), before * 1.05f);
  const Rect small = driver.item("collapsed.scaled_scores");
  EXPECT_LT(small.height, driver.item("weights[5,0]").bottom() - driver.item("weights[0,0]").y);
  click("collapsed.scaled_scores");
  EXPECT_TRUE(driver.has_item("scaled_scores[1,1]"));
  EXPECT_EQ(area_of("weights[1,1]"), before);
}

TEST_F(CollapsedMatrices, AllComeBackByACommand) {
  EXPECT_FALSE(entry_of(Command::show_all_matrices).applies(driver.session, driver.view));
  for (const char* cell : {"W_q[0,0]", "W_k[0,0]", "scores[0,0]"}) collapse(cell);
  EXPECT_EQ(driver.view.pipeline.collapsed.size(), 3u);
  EXPECT_TRUE(entry_of(Command::show_all_matrices).applies(driver.session, driver.view));
  click("menu.View");
  click("entry.Highlight");
  click("entry.Show all matrices");
  for (const char* cell : {"W_q[0,0]", "W_k[0,0]", "scores[0,0]"}) EXPECT_TRUE(driver.has_item(cell));
}

TEST_F(CollapsedMatrices, ComeBackForTheKeyboard) {
  collapse("W_k[0,0]");
  driver.click(driver.item("W_q[2,1]").centre());
  driver.key(ImGuiKey_Tab);
  driver.settle();
  ASSERT_TRUE(driver.view.selected);
  EXPECT_EQ(driver.view.selected->matrix.name, MatrixName::W_k);
  EXPECT_TRUE(driver.has_item("W_k[0,0]"));
}

TEST_F(CollapsedMatrices, AreLargeInFocusAndSkippedInThePresenter) {
  collapse("scaled_scores[0,0]");
  click("focus.weights");
  EXPECT_TRUE(driver.has_item("scaled_scores[0,0]")) << "an operand of what is in focus";
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(driver.has_item("scaled_scores[0,0]"));
  driver.shortcut(Command::present);
  driver.settle();
  driver.view.selected = CellRef{{MatrixName::scores, 0}, 1, 1};
  driver.key(ImGuiKey_RightArrow);
  driver.settle();
  EXPECT_EQ(driver.view.selected->matrix.name, MatrixName::weights);
  EXPECT_TRUE(is_collapsed(driver.view.pipeline, MatrixName::scaled_scores));
}

TEST_F(CollapsedMatrices, MayBeAllOfThem) {
  for (const MatrixName name : all_matrix_names) driver.view.pipeline.collapsed.push_back(name);
  driver.settle();
  EXPECT_TRUE(driver.has_item("collapsed.X"));
  EXPECT_TRUE(driver.has_item("collapsed.context"));
  driver.shortcut(Command::present);
  driver.settle();
  driver.key(ImGuiKey_RightArrow);
  EXPECT_FALSE(driver.view.selected) << "there is nothing to go to";
}

}  // namespace
}  // namespace attention_lab::testing
