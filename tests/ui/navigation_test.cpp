// Moving between numbers and matrices with the keyboard.
#include <gtest/gtest.h>

#include "lab_driver.h"
#include "random_documents.h"

namespace attention_lab::testing {
namespace {

CellRef cell(MatrixName name, Index row, Index column) {
  return {{name, 0}, row, column};
}

TEST(Navigation, ArrowsMoveTheSelectionAndStopAtTheBorder) {
  LabDriver driver(small_document());
  driver.click(driver.item("X[1,1]").centre());
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.view.selected, cell(MatrixName::X, 1, 2));
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.view.selected, cell(MatrixName::X, 1, 2));
  driver.key(ImGuiKey_DownArrow);
  EXPECT_EQ(driver.view.selected, cell(MatrixName::X, 2, 2));
  driver.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(driver.view.selected, cell(MatrixName::X, 2, 1));
  for (int i = 0; i < 5; ++i) driver.key(ImGuiKey_UpArrow);
  EXPECT_EQ(driver.view.selected, cell(MatrixName::X, 0, 1));
  EXPECT_TRUE(driver.actions.empty());
}

TEST(Navigation, TabVisitsEveryGivenNumberAndComesBack) {
  LabDriver driver(small_document());
  driver.click(driver.item("X[0,0]").centre());
  const int given_numbers = 3 * 3 + 3 * (3 * 2);
  driver.key(ImGuiKey_Tab);
  EXPECT_EQ(driver.view.selected, cell(MatrixName::X, 0, 1));
  for (int i = 1; i < 9; ++i) driver.key(ImGuiKey_Tab);
  EXPECT_EQ(driver.view.selected, cell(MatrixName::W_q, 0, 0));
  for (int i = 9; i < given_numbers; ++i) driver.key(ImGuiKey_Tab);
  EXPECT_EQ(driver.view.selected, cell(MatrixName::X, 0, 0));
  driver.key(ImGuiKey_Tab, true);
  EXPECT_EQ(driver.view.selected, cell(MatrixName::W_v, 2, 1));
  EXPECT_TRUE(driver.actions.empty());
}

TEST(Navigation, EscapeSelectsNothing) {
  LabDriver driver(small_document());
  driver.click(driver.item("X[0,0]").centre());
  driver.key(ImGuiKey_Escape);
  EXPECT_FALSE(driver.view.selected.has_value());
}

TEST(Navigation, EscapeFromASubmenuGivesTheKeysBack) {
  LabDriver driver(small_document());
  driver.right_click(driver.item("X[1,1]").centre());
  driver.move(driver.item("entry.Copy as").centre());
  driver.frame(30);
  ASSERT_TRUE(driver.has_item("copy.csv"));
  driver.key(ImGuiKey_Escape);
  driver.settle();
  ASSERT_FALSE(driver.has_item("entry.Copy as"));
  EXPECT_TRUE(takes_keys(driver.view));
  driver.key(ImGuiKey_RightArrow);
  EXPECT_EQ(driver.view.selected, cell(MatrixName::X, 1, 2));
}

TEST(Navigation, TheSelectionStaysInView) {
  LabDriver driver(long_document(200));
  driver.click(driver.item("X[0,0]").centre());
  for (int i = 0; i < 60; ++i) driver.key(ImGuiKey_DownArrow);
  EXPECT_EQ(driver.view.selected, cell(MatrixName::X, 60, 0));
  EXPECT_TRUE(driver.has_item("X[60,0]"));
}

TEST(Navigation, TheSelectionGoesWhereItsCellIsGone) {
  LabDriver driver(small_document());
  driver.click(driver.item("W_q[2,1]").centre());
  driver.click(driver.control("d_k.less").centre());
  EXPECT_EQ(driver.session.model().d_k(), 1);
  driver.frame();
  EXPECT_FALSE(driver.view.selected.has_value());
}

TEST(Navigation, WorkspacesAreTabsAndKeys) {
  LabDriver driver(small_document());
  driver.click(driver.item("workspace.figures").centre());
  EXPECT_EQ(driver.view.workspace, Workspace::figures);
  driver.settle();
  EXPECT_TRUE(driver.has_item("weights[2,2]"));
  EXPECT_FALSE(driver.has_item("X[0,0]"));
  driver.shortcut(command_to_show(Workspace::pipeline));
  EXPECT_EQ(driver.view.workspace, Workspace::pipeline);
  EXPECT_TRUE(driver.actions.empty());
}

TEST(Navigation, TextSizeStaysBetween75And250Percent) {
  LabDriver driver(small_document());
  for (int i = 0; i < 20; ++i) driver.shortcut(Command::larger_text);
  EXPECT_FLOAT_EQ(driver.view.preferences.text_size, 2.5f);
  for (int i = 0; i < 20; ++i) driver.shortcut(Command::smaller_text);
  EXPECT_FLOAT_EQ(driver.view.preferences.text_size, 0.75f);
  driver.shortcut(Command::normal_text);
  EXPECT_FLOAT_EQ(driver.view.preferences.text_size, 1);
}

TEST(TextSize, EnlargesTheMatricesAndControlsOnlyTo125PercentUntilAsked) {
  for (const Point window : usual_sizes) {
    SCOPED_TRACE(window.x);
    LabDriver driver(preset("journey"), window.x, window.y);
    driver.settle();
    const Rect before = driver.item("pipeline");
    for (std::size_t larger = 0; larger < 6; ++larger) {
      driver.shortcut(Command::larger_text);
      driver.settle();
      const Rect pipeline = driver.item("pipeline");
      const float size = driver.view.preferences.text_size;
      EXPECT_GE(pipeline.width * size, before.width * size - 1);
      EXPECT_GE(pipeline.height * size, before.height * size - 1);
      EXPECT_FLOAT_EQ(zoom_of(driver.view), size);
      EXPECT_LE(driver.view.text_size, largest_controls);
    }
    EXPECT_TRUE(driver.view.notice) << "which says how to enlarge controls too";
    const float controls = driver.item("menu.View").height;
    driver.view.preferences.enlarges_controls = true;
    driver.settle();
    EXPECT_FLOAT_EQ(driver.view.text_size, driver.view.preferences.text_size);
    EXPECT_GT(driver.item("menu.View").height, controls * 1.5f);
  }
}

TEST(TextSize, LeavesAStageInFocusInTheWindow) {
  LabDriver driver(preset("journey"));
  for (int i = 0; i < 6; ++i) driver.shortcut(Command::larger_text);
  driver.view.pipeline.focus = MatrixName::scores;
  driver.settle();
  for (const char* cell : {"scores[0,0]", "scores[5,5]", "Q[0,0]"})
    EXPECT_TRUE(is_inside(driver.item(cell), driver.item("workspace"))) << cell;
}

TEST(TextSize, LetsAChosenZoomBeUntilItIsChangedAgain) {
  LabDriver driver(preset("journey"));
  driver.shortcut(Command::larger_text);
  driver.shortcut(Command::fit_window);
  driver.settle();
  EXPECT_FLOAT_EQ(zoom_of(driver.view), 1);
  driver.shortcut(Command::larger_text);
  driver.settle();
  EXPECT_FLOAT_EQ(zoom_of(driver.view), driver.view.preferences.text_size);
}

}  // namespace
}  // namespace attention_lab::testing
