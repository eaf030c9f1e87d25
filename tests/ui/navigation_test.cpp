// Going from number to number with the keyboard, and from matrix to matrix.
#include <gtest/gtest.h>

#include "bench.h"
#include "random_documents.h"

namespace attention_lab::testing {
namespace {

CellRef cell(MatrixName name, Index row, Index column) {
  return {{name, 0}, row, column};
}

TEST(Navigation, ArrowsMoveTheSelectionAndStopAtTheBorder) {
  UiBench bench(small_document());
  bench.click(bench.item("X[1,1]").centre());
  bench.key(ImGuiKey_RightArrow);
  EXPECT_EQ(bench.view.selected, cell(MatrixName::X, 1, 2));
  bench.key(ImGuiKey_RightArrow);
  EXPECT_EQ(bench.view.selected, cell(MatrixName::X, 1, 2));
  bench.key(ImGuiKey_DownArrow);
  EXPECT_EQ(bench.view.selected, cell(MatrixName::X, 2, 2));
  bench.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(bench.view.selected, cell(MatrixName::X, 2, 1));
  for (int i = 0; i < 5; ++i) bench.key(ImGuiKey_UpArrow);
  EXPECT_EQ(bench.view.selected, cell(MatrixName::X, 0, 1));
  EXPECT_TRUE(bench.actions.empty());
}

TEST(Navigation, TabVisitsEveryGivenNumberAndComesBack) {
  UiBench bench(small_document());
  bench.click(bench.item("X[0,0]").centre());
  const int given_numbers = 3 * 3 + 3 * (3 * 2);
  bench.key(ImGuiKey_Tab);
  EXPECT_EQ(bench.view.selected, cell(MatrixName::X, 0, 1));
  for (int i = 1; i < 9; ++i) bench.key(ImGuiKey_Tab);
  EXPECT_EQ(bench.view.selected, cell(MatrixName::W_q, 0, 0));
  for (int i = 9; i < given_numbers; ++i) bench.key(ImGuiKey_Tab);
  EXPECT_EQ(bench.view.selected, cell(MatrixName::X, 0, 0));
  bench.key(ImGuiKey_Tab, true);
  EXPECT_EQ(bench.view.selected, cell(MatrixName::W_v, 2, 1));
  EXPECT_TRUE(bench.actions.empty());
}

TEST(Navigation, EscapeSelectsNothing) {
  UiBench bench(small_document());
  bench.click(bench.item("X[0,0]").centre());
  bench.key(ImGuiKey_Escape);
  EXPECT_FALSE(bench.view.selected.has_value());
}

TEST(Navigation, EscapeFromASubmenuGivesTheKeysBack) {
  UiBench bench(small_document());
  bench.right_click(bench.item("X[1,1]").centre());
  bench.move(bench.item("entry.Copy as").centre());
  bench.frame(30);
  ASSERT_TRUE(bench.has_item("copy.csv"));
  bench.key(ImGuiKey_Escape);
  bench.settle();
  ASSERT_FALSE(bench.has_item("entry.Copy as"));
  EXPECT_TRUE(takes_keys(bench.view));
  bench.key(ImGuiKey_RightArrow);
  EXPECT_EQ(bench.view.selected, cell(MatrixName::X, 1, 2));
}

TEST(Navigation, TheSelectionStaysInView) {
  UiBench bench(long_document(200));
  bench.click(bench.item("X[0,0]").centre());
  for (int i = 0; i < 60; ++i) bench.key(ImGuiKey_DownArrow);
  EXPECT_EQ(bench.view.selected, cell(MatrixName::X, 60, 0));
  EXPECT_TRUE(bench.has_item("X[60,0]"));
}

TEST(Navigation, TheSelectionGoesWhereItsCellIsGone) {
  UiBench bench(small_document());
  bench.click(bench.item("W_q[2,1]").centre());
  bench.click(bench.item("d_k.less").centre());
  EXPECT_EQ(bench.session.model().d_k(), 1);
  bench.frame();
  EXPECT_FALSE(bench.view.selected.has_value());
}

TEST(Navigation, WorkspacesAreTabsAndKeys) {
  UiBench bench(small_document());
  bench.click(bench.item("workspace.figures").centre());
  EXPECT_EQ(bench.view.workspace, Workspace::figures);
  bench.settle();
  EXPECT_TRUE(bench.has_item("weights[2,2]"));
  EXPECT_FALSE(bench.has_item("X[0,0]"));
  bench.shortcut(command_to_show(Workspace::pipeline));
  EXPECT_EQ(bench.view.workspace, Workspace::pipeline);
  EXPECT_TRUE(bench.actions.empty());
}

TEST(Navigation, TextSizeStaysBetween75And250Percent) {
  UiBench bench(small_document());
  for (int i = 0; i < 20; ++i) bench.shortcut(Command::larger_text);
  EXPECT_FLOAT_EQ(bench.view.preferences.text_size, 2.5f);
  for (int i = 0; i < 20; ++i) bench.shortcut(Command::smaller_text);
  EXPECT_FLOAT_EQ(bench.view.preferences.text_size, 0.75f);
  bench.shortcut(Command::normal_text);
  EXPECT_FLOAT_EQ(bench.view.preferences.text_size, 1);
}

}  // namespace
}  // namespace attention_lab::testing
