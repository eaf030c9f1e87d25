// Editing numbers with mouse and keyboard.
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "core/document/edits.h"
#include "lab_driver.h"
#include "random_documents.h"

namespace attention_lab::testing {
namespace {

TEST(Drag, QueuesPreviewsAndExactlyOneCommit) {
  LabDriver driver(small_document());
  const Scalar before = value_in(driver);
  driver.pull(edited_item, 40);
  EXPECT_GE(driver.count<PreviewEdit>(), 2);
  EXPECT_EQ(driver.count<CommitEdit>(), 0);
  EXPECT_TRUE(driver.session.is_previewing());
  EXPECT_NEAR(value_in(driver), before + 0.4f, 1e-4) << "the consequences show while the button is down";
  driver.release();
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
  EXPECT_FALSE(driver.session.is_previewing());
  EXPECT_NEAR(value_in(driver), before + 0.4f, 1e-4);
  driver.frame(20);
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
}

TEST(Drag, IsOneUndoStep) {
  LabDriver driver(small_document());
  const Document before = driver.session.document();
  driver.drag(edited_item, -60);
  const Document after = driver.session.document();
  EXPECT_FALSE(after == before);
  driver.shortcut(Command::undo);
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_FALSE(driver.session.can_undo());
  driver.shortcut(Command::redo);
  EXPECT_TRUE(driver.session.document() == after);
}

TEST(Drag, CancelledWithEscapeGivesTheOldValueBack) {
  LabDriver driver(small_document());
  const Document before = driver.session.document();
  driver.pull(edited_item, 40);
  driver.key(ImGuiKey_Escape);
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_FALSE(driver.session.is_previewing());
  driver.move({600, 500});
  driver.release();
  EXPECT_EQ(driver.count<CommitEdit>(), 0);
  EXPECT_TRUE(driver.session.document() == before);
}

TEST(Drag, OfAComputedNumberChangesNothing) {
  LabDriver driver(small_document());
  for (const char* cell : {"Q[0,0]", "scores[1,1]", "weights[1,0]", "context[2,1]"}) driver.drag(cell, 50);
  EXPECT_TRUE(driver.actions.empty());
}

TEST(Click, SelectsAndCommitsNothing) {
  LabDriver driver(small_document());
  driver.click(driver.item(edited_item).centre());
  EXPECT_EQ(driver.view.selected, edited_cell);
  driver.click(driver.item("scores[2,1]").centre());
  EXPECT_EQ(driver.view.selected, (CellRef{{MatrixName::scores, 0}, 2, 1}));
  EXPECT_TRUE(driver.actions.empty());
}

TEST(Click, ThatWobblesIsStillAClick) {
  LabDriver driver(small_document());
  const Document before = driver.session.document();
  driver.drag(edited_item, 1);
  EXPECT_EQ(driver.view.selected, edited_cell);
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_FALSE(driver.session.can_undo());
}

TEST(Typing, ANumberAndEnterCommitIt) {
  LabDriver driver(small_document());
  driver.double_click(driver.item(edited_item).centre());
  ASSERT_TRUE(driver.view.editing.typing.has_value());
  driver.type("-1.25");
  EXPECT_EQ(driver.count<CommitEdit>(), 0);
  EXPECT_EQ(value_in(driver), -1.25f) << "shown while it is typed";
  driver.key(ImGuiKey_Enter);
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
  EXPECT_EQ(value_in(driver), -1.25f);
  EXPECT_FALSE(driver.view.editing.typing.has_value());
  driver.shortcut(Command::undo);
  EXPECT_FALSE(driver.session.can_undo()) << "one undo step";
}

TEST(Typing, WhatTheNumberWasStaysInTheInspectorForAMoment) {
  LabDriver driver(preset("journey"));
  const Point cell = driver.item("X[1,0]").centre();
  driver.double_click(cell);
  driver.type("0.9");
  driver.key(ImGuiKey_Enter);
  driver.frame(2);
  EXPECT_EQ(driver.view.selected, (CellRef{{MatrixName::X, 0}, 2, 0})) << "Enter goes on";
  EXPECT_EQ(driver.view.change.cell, (CellRef{{MatrixName::X, 0}, 1, 0}));
  EXPECT_TRUE(driver.has_item("inspector.before"));
  driver.move(driver.item("W_q[0,0]").centre());
  driver.frame(2);
  EXPECT_FALSE(driver.has_item("inspector.before")) << "the mouse asks for another number";
  driver.key(ImGuiKey_Escape);  // nothing is selected
  driver.shortcut(Command::undo);
  driver.frame(2);
  EXPECT_TRUE(driver.has_item("inspector.before")) << "also after undo";
  EXPECT_EQ(driver.view.change.cell, (CellRef{{MatrixName::X, 0}, 1, 0}));
}

TEST(Typing, WhatIsNoNumberIsNeverCommitted) {
  for (const char* text : {"abc", "1.2.3", "inf", "nan", "1e99", "-", "0x10"}) {
    SCOPED_TRACE(text);
    LabDriver driver(small_document());
    const Document before = driver.session.document();
    driver.double_click(driver.item(edited_item).centre());
    driver.type(text);
    driver.key(ImGuiKey_Enter);
    ASSERT_TRUE(driver.view.editing.typing.has_value()) << "the field stays open";
    EXPECT_FALSE(driver.view.editing.typing->refusal.empty()) << "and says why";
    EXPECT_EQ(driver.count<CommitEdit>(), 0);
    driver.frame(3);
    driver.key(ImGuiKey_Escape);
    EXPECT_FALSE(driver.view.editing.typing.has_value());
    EXPECT_EQ(driver.count<CommitEdit>(), 0);
    EXPECT_TRUE(driver.session.document() == before);
    EXPECT_FALSE(driver.session.is_previewing());
  }
}

TEST(Typing, UndoCancelsWhatIsTypedBeforeItUndoesAnEdit) {
  LabDriver driver(small_document());
  const Document first = driver.session.document();
  driver.drag(edited_item, -60);
  const Document edited = driver.session.document();
  driver.double_click(driver.item(edited_item).centre());
  driver.type("-7.5");
  ASSERT_EQ(value_in(driver), -7.5f);
  driver.shortcut(Command::undo);
  driver.frame(3);
  EXPECT_FALSE(driver.view.editing.typing.has_value());
  EXPECT_TRUE(driver.session.document() == edited);
  EXPECT_FALSE(driver.session.is_previewing());
  EXPECT_FALSE(ImGui::GetIO().WantTextInput) << "the field let go of the keyboard";
  driver.shortcut(Command::undo);
  EXPECT_TRUE(driver.session.document() == first);
}

TEST(Typing, AfterARefusalANumberIsTaken) {
  LabDriver driver(small_document());
  driver.double_click(driver.item(edited_item).centre());
  driver.type("abc");
  driver.key(ImGuiKey_Enter);
  driver.frame(3);
  driver.type("2.5");
  driver.key(ImGuiKey_Enter);
  EXPECT_EQ(value_in(driver), 2.5f);
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
}

TEST(Typing, EscapeGivesTheOldValueBack) {
  LabDriver driver(small_document());
  const Document before = driver.session.document();
  driver.double_click(driver.item(edited_item).centre());
  driver.type("7");
  EXPECT_EQ(value_in(driver), 7);
  driver.key(ImGuiKey_Escape);
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_EQ(driver.count<CommitEdit>(), 0);
}

TEST(Typing, AClickElsewhereCommitsANumberAndDropsAWord) {
  for (const bool is_number : {true, false}) {
    LabDriver driver(small_document());
    const Scalar before = value_in(driver);
    driver.double_click(driver.item(edited_item).centre());
    driver.type(is_number ? "3" : "word");
    driver.click(driver.item("scores[0,0]").centre());
    EXPECT_FALSE(driver.view.editing.typing.has_value());
    EXPECT_EQ(value_in(driver), is_number ? Scalar{3} : before);
    EXPECT_FALSE(driver.session.is_previewing());
  }
}

TEST(Typing, ADigitOnTheSelectedCellBeginsIt) {
  LabDriver driver(small_document());
  driver.click(driver.item(edited_item).centre());
  driver.type("4");
  driver.frame(3);
  driver.type("2");
  driver.key(ImGuiKey_Enter);
  EXPECT_EQ(value_in(driver), 42);
}

TEST(Typing, NoDigitIsLostHoweverFastTheyCome) {
  LabDriver driver(small_document());
  driver.click(driver.item(edited_item).centre());
  driver.type("-4.25");  // one character per frame
  driver.key(ImGuiKey_Enter);
  EXPECT_EQ(value_in(driver), -4.25f);
}

TEST(Typing, TabCommitsAndGoesOn) {
  LabDriver driver(small_document());
  driver.double_click(driver.item(edited_item).centre());
  driver.type("5");
  driver.key(ImGuiKey_Tab);
  EXPECT_EQ(value_in(driver), 5);
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
  EXPECT_EQ(driver.view.selected, (CellRef{{MatrixName::W_q, 0}, 1, 1}));
}

TEST(Typing, DeleteSetsToZero) {
  LabDriver driver(small_document());
  driver.click(driver.item(edited_item).centre());
  driver.key(ImGuiKey_Delete);
  EXPECT_EQ(value_in(driver), 0);
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
}

TEST(Typing, UndoWhileTypingLeavesTheDocumentAlone) {
  LabDriver driver(small_document());
  driver.drag(edited_item, 30);
  const Document before = driver.session.document();
  driver.double_click(driver.item(edited_item).centre());
  driver.shortcut(Command::undo);
  EXPECT_EQ(driver.count<Undo>(), 0);
  driver.key(ImGuiKey_Escape);
  EXPECT_TRUE(driver.session.document() == before);
}

TEST(Sentence, TypedWithEnterBecomesTokens) {
  LabDriver driver(small_document());
  const RowVector small = driver.session.model().token_embeddings->row(1);
  driver.click(driver.item("sentence").centre());
  for (int i = 0; i < 40; ++i) {
    driver.key(ImGuiKey_Backspace);
    driver.key(ImGuiKey_Delete);
  }
  driver.type("one giant, small leap");
  driver.key(ImGuiKey_Enter);
  EXPECT_EQ(driver.session.document().tokens,
            (std::vector<std::string>{"one", "giant", ",", "small", "leap"}));
  EXPECT_TRUE(driver.session.model().token_embeddings->row(3) == small) << "a known word keeps its embedding";
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
}

TEST(Sentence, AnEmptyOneIsRefusedInWords) {
  LabDriver driver(small_document());
  const Document before = driver.session.document();
  driver.click(driver.item("sentence").centre());
  for (int i = 0; i < 40; ++i) {
    driver.key(ImGuiKey_Backspace);
    driver.key(ImGuiKey_Delete);
  }
  driver.key(ImGuiKey_Enter);
  EXPECT_TRUE(driver.session.document() == before);
  ASSERT_TRUE(driver.view.notice.has_value());
  EXPECT_TRUE(driver.view.notice->is_error);
}

TEST(Sentence, ThatIsRefusedCanBeCorrected) {
  LabDriver driver(small_document());
  const Document before = driver.session.document();
  driver.click(driver.item("sentence").centre());
  std::string words;
  for (int i = 0; i < 1100; ++i) words += " a";
  driver.type(words);
  const std::string typed = driver.view.sentence.text;
  driver.key(ImGuiKey_Enter);
  driver.frame(3);
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_EQ(driver.view.sentence.text, typed);
  EXPECT_TRUE(driver.view.sentence.is_active);
  driver.key(ImGuiKey_Escape);
  driver.frame(3);
  EXPECT_EQ(driver.view.sentence.text, join_tokens(before.tokens));
  EXPECT_EQ(driver.count<CommitEdit>(), 0);
}

// The presenter view does not show the sentence, nor does a small window with open steps.
TEST(Sentence, IsLeftWhereItIsNoLongerDrawnAndUndoIsAlive) {
  using Way = std::function<void(LabDriver&)>;
  const std::vector<std::pair<Way, Way>> there_and_back = {
      {[](LabDriver& driver) { driver.shortcut(Command::present); },
       [](LabDriver& driver) { driver.view.presenter.reset(); }},
      {[](LabDriver& driver) { driver.resize(640, 480); },
       [](LabDriver& driver) { driver.resize(1280, 800); }},
  };
  for (const auto& [leave, come_back] : there_and_back) {
    LabDriver driver(small_document());
    driver.shortcut(Command::steps);
    const Document before = driver.session.document();
    driver.drag(edited_item, 40);
    ASSERT_TRUE(driver.session.can_undo());
    driver.click(driver.item("sentence").centre());
    driver.type("half a sentence");
    leave(driver);
    driver.frame(3);
    ASSERT_FALSE(driver.has_item("sentence"));
    EXPECT_NE(join_tokens(driver.session.document().tokens).find("half a sentence"), std::string::npos);
    driver.shortcut(Command::undo);
    driver.shortcut(Command::undo);
    EXPECT_TRUE(driver.session.document() == before);
    come_back(driver);
    driver.frame(3);
    EXPECT_EQ(driver.view.sentence.text, join_tokens(before.tokens));
  }
}

TEST(Clipboard, CopiesAMatrixAndPastesItElsewhere) {
  LabDriver driver(small_document());
  driver.click(driver.item("W_q[0,0]").centre());
  driver.key_with_ctrl(ImGuiKey_C);
  driver.click(driver.item("W_k[0,0]").centre());
  driver.key_with_ctrl(ImGuiKey_V);
  const Head& head = driver.session.model().heads[0];
  EXPECT_TRUE(*head.W_q == *head.W_k);
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
}

TEST(Questions, ComeBeforeChangesAreLost) {
  LabDriver driver(small_document());
  driver.shortcut(Command::quit);
  EXPECT_EQ(driver.count<Quit>(), 1) << "nothing to lose, no question";
  driver.drag(edited_item, 30);
  driver.shortcut(Command::quit);
  EXPECT_EQ(driver.count<Quit>(), 1);
  EXPECT_EQ(driver.view.dialogs.open, Dialog::unsaved_changes);
  driver.frame(3);
  driver.click(driver.item("button.Don’t save").centre());
  EXPECT_EQ(driver.count<Quit>(), 2);
  EXPECT_EQ(driver.count<SaveFile>(), 0);
}

TEST(Questions, EscapeMeansStay) {
  LabDriver driver(small_document());
  driver.drag(edited_item, 30);
  driver.shortcut(Command::quit);
  driver.frame(3);
  driver.key(ImGuiKey_Escape);
  EXPECT_EQ(driver.view.dialogs.open, Dialog::none);
  EXPECT_EQ(driver.count<Quit>(), 0);
  EXPECT_TRUE(driver.session.is_modified());
}

TEST(Mask, IsChosenFromItsList) {
  LabDriver driver(small_document());
  driver.click(driver.item("mask").centre());
  driver.frame(3);
  driver.click(driver.item("mask.1").centre());
  EXPECT_EQ(driver.session.model().options.mask, Mask::causal);
  driver.settle();
  driver.click(driver.item("mask").centre());
  driver.frame(3);
  driver.click(driver.item("mask.0").centre());
  EXPECT_EQ(driver.session.model().options.mask, Mask::none);
  EXPECT_EQ(driver.count<CommitEdit>(), 2);
}

TEST(Editing, AnotherClickOrEscapeLetsGoOfAPinnedNumber) {
  LabDriver driver(preset("journey"));
  driver.settle();
  EXPECT_FALSE(driver.has_item("inspector.pinned"));
  for (const char* name : {"X[1,0]", "weights[1,2]"}) {
    SCOPED_TRACE(name);
    const Point cell = driver.item(name).centre();
    driver.click(cell);
    EXPECT_TRUE(driver.view.selected);
    EXPECT_TRUE(is_inside(driver.item("inspector.pinned"), driver.item("side")));
    driver.click(cell);
    EXPECT_FALSE(driver.view.selected);
    EXPECT_FALSE(driver.has_item("inspector.pinned"));
    driver.click(cell);
    driver.key(ImGuiKey_Escape);
    EXPECT_FALSE(driver.view.selected);
  }
}

TEST(Editing, ADragOfAPinnedNumberKeepsItPinned) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.click(driver.item("X[1,0]").centre());
  driver.drag("X[1,0]", 20);
  EXPECT_TRUE(driver.view.selected);
  EXPECT_EQ(driver.count<CommitEdit>(), 1);
}

TEST(TitleLine, StandsAbovePipelineAndInspectorWithEveryPresetAndSize) {
  for (const Preset& one : presets()) {
    for (const auto& [width, height] : {std::pair{1024.0f, 768.0f}, {1280.0f, 800.0f}, {1920.0f, 1080.0f}}) {
      LabDriver driver(preset(one.name), width, height);
      driver.session.commit(*edits::set_temperature(driver.session.document(), 3));
      driver.settle();
      SCOPED_TRACE(one.name + " " + std::to_string(width));
      const Rect line = driver.item("title");
      EXPECT_TRUE(is_inside(line, {0, 0, width, height}));
      for (const char* other : {"workspace", "side", "sentence", "scale", "mask", "title.edit"})
        EXPECT_FALSE(overlap(line, driver.item(other))) << other;
      EXPECT_TRUE(is_inside(driver.item("title.changed"), line));
    }
  }
}

TEST(TitleLine, MarksADocumentThatWasChangedUntilItIsUndone) {
  LabDriver driver(preset("journey"));
  driver.settle();
  EXPECT_FALSE(driver.has_item("title.changed"));
  driver.session.commit(*edits::redraw_weights(driver.session.document(), edits::Draw::torch_rand, 789));
  driver.settle();
  EXPECT_TRUE(driver.has_item("title.changed"));
  driver.shortcut(Command::undo);
  EXPECT_FALSE(driver.has_item("title.changed"));
}

TEST(TitleLine, ADoubleClickEditsTitleAndDescriptionInOneStep) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.session.commit(*edits::set_mask(driver.session.document(), Mask::causal));
  driver.double_click(driver.item("title").centre());
  driver.settle();
  driver.click(driver.item("title.field").centre());
  driver.key_with_ctrl(ImGuiKey_A);
  driver.type("Mine");
  driver.click(driver.item("description.field").centre());
  driver.key(ImGuiKey_End);
  driver.type(" Look.");
  driver.key(ImGuiKey_Enter);
  driver.settle();
  EXPECT_EQ(driver.session.document().title, "Mine");
  EXPECT_EQ(driver.session.document().description, preset("journey").description + " Look.");
  EXPECT_FALSE(driver.has_item("title.changed"));
  EXPECT_FALSE(driver.has_item("title.field"));
  driver.shortcut(Command::undo);
  EXPECT_EQ(driver.session.document().title, preset("journey").title);
  EXPECT_EQ(driver.session.document().description, preset("journey").description);
  EXPECT_TRUE(driver.has_item("title.changed"));
}

TEST(TitleLine, EscapeLeavesTheTitleAsItWas) {
  LabDriver driver(preset("journey"));
  driver.settle();
  driver.click(driver.item("title.edit").centre());
  driver.settle();
  driver.type("x");
  driver.key(ImGuiKey_Escape);
  driver.key(ImGuiKey_Escape);
  driver.settle();
  EXPECT_FALSE(driver.has_item("title.field"));
  EXPECT_EQ(driver.session.document().title, preset("journey").title);
  EXPECT_FALSE(driver.session.can_undo());
}

TEST(Editing, SimplifiedFromTheChipIsTheSimplifiedMechanismInOneStep) {
  LabDriver driver(preset("journey"));
  driver.settle();
  const Document before = driver.session.document();
  driver.click(driver.control("projection").centre());
  driver.frame(2);
  driver.click(driver.item("projection.1").centre());
  driver.settle();
  const Session taught(preset("journey-simplified"));
  EXPECT_EQ(driver.session.trace().heads[0].weights, taught.trace().heads[0].weights);
  driver.shortcut(Command::undo);
  EXPECT_TRUE(driver.session.document() == before);
  EXPECT_FALSE(driver.session.can_undo());
}

TEST(Typing, BeginsOnASelectedCellBeyondTheBorder) {
  for (const Document& document : {preset("journey"), long_document(300)}) {
    LabDriver driver(document, 1024, 768);
    driver.set_size_of_everything(2.5f);
    driver.view.pipeline.zoom = 2;
    driver.settle();
    const CellRef last{{MatrixName::W_v, 0}, 2, 1};
    for (const CellRef& at : {last, CellRef{{MatrixName::X, 0}, document.model.n_tokens() - 1, 2}}) {
      driver.view.selected = at;
      driver.frame();
      driver.type("42");
      driver.key(ImGuiKey_Enter);
      EXPECT_EQ(value_in(driver, at), 42) << to_string(at.matrix.name);
      EXPECT_FALSE(driver.view.editing.typing);
    }
    EXPECT_EQ(driver.count<CommitEdit>(), 2);
  }
}

TEST(History, MenuGoesToAnyStep) {
  LabDriver driver(preset("journey"));
  driver.settle();
  const Document opened = driver.session.document();
  driver.queue.commit(SetCell{edited_cell, 5});
  driver.queue.commit(SetMask{Mask::causal});
  driver.settle();
  const Document last = driver.session.document();
  const auto go_to = [&](const std::string& step) {
    driver.click(driver.item("menu.Edit").centre());
    driver.settle();
    driver.move(driver.item("entry.History").centre());
    driver.frame(60);  // a submenu opens after a delay
    driver.click(driver.item("entry.history " + step).centre());
    driver.settle();
  };
  go_to("0");
  EXPECT_TRUE(driver.session.document() == opened);
  go_to("1");
  EXPECT_EQ(value_in(driver), 5);
  EXPECT_EQ(driver.session.model().options.mask, Mask::none);
  EXPECT_EQ(driver.session.history().redo_name(), "Turn on the causal mask");
  go_to("2");
  EXPECT_TRUE(driver.session.document() == last);
}

}  // namespace
}  // namespace attention_lab::testing
