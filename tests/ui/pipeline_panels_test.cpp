// Heads side by side in the pipeline, and A, B and B − A: what mouse and keyboard do there.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/document/edits.h"
#include "core/words/number_format.h"
#include "lab_driver.h"
#include "ui/inspector/inspector_content.h"
#include "ui/steps/step_player.h"
#include "ui/workspaces/figures/shown_figure.h"
#include "ui/workspaces/pipeline/pipeline_workspace.h"
#include "ui/workspaces/pipeline/shown_panels.h"

namespace attention_lab::testing {
namespace {

using Heads = std::vector<Index>;

class PanelsOfHeads : public ::testing::Test {
 protected:
  PanelsOfHeads() {
    driver.settle();
    show_all_heads(driver.view);
    driver.settle();
  }

  void focus_on(MatrixName stage) {
    driver.view.pipeline.focus = stage;
    driver.settle();
  }
  Heads heads() const { return shown_heads(driver.session, driver.view, driver.view.pipeline.shown_focus); }

  static constexpr CellRef of_second_head{{MatrixName::W_q, 1}, 1, 0};
  static constexpr const char* item_of_second_head = "heads[1].W_q[1,0]";
  LabDriver driver{preset("journey-two-heads")};
};

TEST_F(PanelsOfHeads, TheKeyGoesThroughTheHeadsThenToAllAndBack) {
  show_head(driver.view, 0);
  driver.settle();
  EXPECT_EQ(heads(), Heads{0});
  driver.type("h");
  EXPECT_EQ(heads(), Heads{1});
  driver.type("h");
  EXPECT_EQ(heads(), (Heads{0, 1}));
  driver.type("h");
  EXPECT_EQ(heads(), Heads{0});
}

TEST_F(PanelsOfHeads, TheControlGoesFromTheLastHeadToAll) {
  show_head(driver.view, 1);
  driver.settle();
  driver.click(driver.control("head.more").centre());
  EXPECT_EQ(heads(), (Heads{0, 1}));
  driver.settle();
  driver.click(driver.control("head.less").centre());
  EXPECT_EQ(heads(), Heads{1});
}

TEST_F(PanelsOfHeads, ShowTheNumbersOfBoth) {
  EXPECT_TRUE(driver.has_item("heads[0].weights[5,5]"));
  EXPECT_TRUE(driver.has_item("heads[1].weights[5,5]"));
  const Rect first = driver.item("heads[0].weights[0,0]");
  const Rect second = driver.item("heads[1].weights[0,0]");
  EXPECT_FALSE(overlap(first, second));
  EXPECT_EQ(first.width, second.width);
}

TEST_F(PanelsOfHeads, AClickSelectsTheNumberOfThePanelsOwnHead) {
  driver.click(driver.item("heads[1].Q[2,1]").centre());
  driver.settle();
  EXPECT_EQ(driver.view.selected, (CellRef{{MatrixName::Q, 1}, 2, 1}));
  EXPECT_EQ(driver.view.shown_head, 1);
  EXPECT_EQ(heads(), (Heads{0, 1})) << "both heads stay";
  driver.move(driver.item("heads[0].Q[0,0]").centre());
  driver.settle();
  EXPECT_EQ(driver.view.hovered, (CellRef{{MatrixName::Q, 0}, 0, 0}));
  EXPECT_EQ(driver.view.selected, (CellRef{{MatrixName::Q, 1}, 2, 1})) << "a pin holds";
}

TEST_F(PanelsOfHeads, ADragEditsThatHeadAlone) {
  for (const bool is_focused : {false, true}) {
    if (is_focused) focus_on(MatrixName::Q);
    const Scalar before = value_in(driver, of_second_head);
    const Scalar other = value_in(driver, {{MatrixName::W_q, 0}, 1, 0});
    driver.drag(item_of_second_head, 25);
    driver.settle();
    EXPECT_NE(value_in(driver, of_second_head), before);
    EXPECT_EQ(value_in(driver, {{MatrixName::W_q, 0}, 1, 0}), other);
    EXPECT_TRUE(driver.session.can_undo());
  }
}

TEST_F(PanelsOfHeads, ANumberIsTypedInItsPanel) {
  focus_on(MatrixName::Q);
  driver.double_click(driver.item(item_of_second_head).centre());
  driver.type("7");
  driver.key(ImGuiKey_Enter);
  EXPECT_EQ(value_in(driver, of_second_head), 7);
}

TEST_F(PanelsOfHeads, ASharedNumberIsEditedInEitherPanel) {
  const CellRef shared{{MatrixName::X, 0}, 0, 0};
  for (const std::string item : {"X[0,0]", "heads[1].X[0,0]"}) {
    const Scalar before = value_in(driver, shared);
    driver.drag(item, 40);
    driver.settle();
    EXPECT_NE(value_in(driver, shared), before) << item;
    EXPECT_EQ(driver.count<Undo>(), 0);
    driver.double_click(driver.item(item).centre());
    driver.type("0.5");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(value_in(driver, shared), Scalar(0.5)) << item;
  }
}

TEST_F(PanelsOfHeads, AStepShowsTheHeadThatItIsAbout) {
  driver.view.shown_head = 1;
  open_steps(driver.session, driver.view);
  driver.settle();
  EXPECT_EQ(heads(), Heads{1});
  close_steps(driver.view.steps);
  driver.settle();
  EXPECT_EQ(heads(), (Heads{0, 1}));
}

TEST_F(PanelsOfHeads, AStageThatAllHeadsShareFillsThePage) {
  focus_on(MatrixName::context);
  EXPECT_EQ(heads().size(), 1u);
  EXPECT_TRUE(driver.has_item("context[0,0]"));
  EXPECT_FALSE(driver.has_item("heads[1].context[0,0]"));
}

TEST_F(PanelsOfHeads, TheirDigitsStayLargeInFocus) {
  constexpr float height_of_digits = 0.71f;  // in font sizes
  constexpr float cell = 1.25f;              // of the lowest cell, in font sizes
  for (const MatrixName stage : {MatrixName::Q, MatrixName::scores, MatrixName::weights}) {
    focus_on(stage);
    const Rect rect = driver.item("heads[1]." + std::string(to_string(stage)) + "[1,1]");
    EXPECT_GE(rect.height / cell * height_of_digits, 12) << to_string(stage);
  }
}

TEST_F(PanelsOfHeads, OneHeadThatIsLeftIsShownAlone) {
  driver.session.commit(*edits::set_n_heads(driver.session.document(), 1, 1));
  driver.settle();
  EXPECT_EQ(heads(), Heads{0});
  EXPECT_TRUE(driver.has_item("weights[0,0]"));
}

TEST_F(PanelsOfHeads, AreExportedAsTheyAreShown) {
  const Result<Exportable> exported = exported_from_pipeline(driver.session, driver.view);
  ASSERT_TRUE(exported);
  const FigureRequest* figure = figure_of(*exported);
  EXPECT_TRUE(figure != nullptr && figure->shows_all_heads);
}

class PanelsOfStates : public ::testing::Test {
 protected:
  PanelsOfStates() {
    driver.settle();
    driver.type("a");
    driver.settle();
    driver.drag(edited_item, 30);
    driver.settle();
    driver.type("c");
    driver.settle();
  }

  LabDriver driver{preset("journey")};
};

TEST_F(PanelsOfStates, BAloneIsShownUntilTheComparisonIsChosen) {
  EXPECT_EQ(shown_comparison(driver.view), Comparison::side_by_side);
  driver.type("c");
  driver.settle();
  EXPECT_EQ(shown_comparison(driver.view), Comparison::none);
  EXPECT_FALSE(driver.has_item("A.W_q[0,0]"));
  driver.click(driver.control("comparison").centre());
  driver.settle();
  driver.click(driver.item("comparison.2").centre());
  driver.settle();
  EXPECT_TRUE(driver.has_item("A.W_q[0,0]"));
  EXPECT_TRUE(driver.has_item("difference.W_q[0,0]"));
}

TEST_F(PanelsOfStates, EndWithThePin) {
  driver.shortcut(Command::unpin_state);
  driver.settle();
  EXPECT_EQ(shown_comparison(driver.view), Comparison::none);
  EXPECT_FALSE(driver.has_item("A.W_q[0,0]"));
  driver.type("c");
  EXPECT_EQ(driver.view.pipeline.comparison, Comparison::none) << "there is nothing to compare with";
}

TEST_F(PanelsOfStates, OnlyBIsEdited) {
  const Scalar now = value_in(driver);
  const std::shared_ptr<const Snapshot> pinned = driver.view.figures.pinned;
  for (const std::string panel : {"A.", "difference."}) {
    driver.drag(panel + edited_item, 30);
    driver.settle();
    EXPECT_EQ(value_in(driver), now) << panel;
    driver.double_click(driver.item(panel + edited_item).centre());
    driver.settle();
    EXPECT_FALSE(driver.view.editing.typing) << panel;
    ASSERT_TRUE(driver.view.notice) << panel;
  }
  EXPECT_EQ(driver.view.figures.pinned, pinned);
  driver.drag(edited_item, 30);
  EXPECT_NE(value_in(driver), now);
}

TEST_F(PanelsOfStates, ThePointerMarksTheSameNumberInAllThree) {
  for (const std::string panel : {"", "A.", "difference."}) {
    driver.move(driver.item(panel + "Q[3,1]").centre());
    driver.settle();
    EXPECT_EQ(driver.view.hovered, (CellRef{{MatrixName::Q, 0}, 3, 1})) << panel;
  }
}

TEST_F(PanelsOfStates, TheInspectorSaysWhatTheNumberWas) {
  const Snapshot& a = *driver.view.figures.pinned;
  const Scalar before = value_of(a.document.model, a.trace, edited_cell);
  const std::string sentence = comparison_sentence(driver.session, a, edited_cell, 4);
  EXPECT_EQ(sentence, "In A it is " + format_number(static_cast<double>(before), 4) + ", so B − A is " +
                          format_number(static_cast<double>(value_in(driver) - before), 4) + ".");
  EXPECT_EQ(comparison_sentence(driver.session, a, {{MatrixName::X, 0}, 0, 0}, 4),
            "It has the same value in A.");
  driver.session.commit(*edits::set_mask(driver.session.document(), Mask::causal));
  driver.session.commit(*edits::set_n_heads(driver.session.document(), 2, 1));
  EXPECT_EQ(comparison_sentence(driver.session, a, {{MatrixName::Q, 1}, 0, 0}, 4),
            "A has no such number, so there is no difference.");
}

TEST_F(PanelsOfStates, StepsAndEffectsAreAboutBAlone) {
  open_steps(driver.session, driver.view);
  driver.settle();
  EXPECT_EQ(shown_comparison(driver.view), Comparison::none);
  close_steps(driver.view.steps);
  driver.settle();
  EXPECT_TRUE(driver.has_item("A.W_q[0,0]"));
}

TEST_F(PanelsOfStates, AKeepsItsOwnHeadsAndTokens) {
  driver.session.commit(*edits::set_n_heads(driver.session.document(), 2, 1));
  driver.settle();
  show_all_heads(driver.view);
  driver.settle();
  EXPECT_TRUE(driver.has_item("heads[1].weights[0,0]"));
  EXPECT_FALSE(driver.has_item("A.heads[1].weights[0,0]"));
  driver.session.commit(*edits::remove_token(driver.session.document(), 0));
  driver.settle();
  EXPECT_TRUE(driver.has_item("A.heads[0].weights[5,5]")) << "A keeps its own tokens";
}

}  // namespace
}  // namespace attention_lab::testing
