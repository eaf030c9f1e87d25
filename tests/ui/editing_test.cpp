// Changing numbers with mouse and keyboard.
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "bench.h"
#include "core/document/edits.h"
#include "random_documents.h"

namespace attention_lab::testing {
namespace {

TEST(Drag, QueuesPreviewsAndExactlyOneCommit) {
  UiBench bench(small_document());
  const Scalar before = value_in(bench);
  bench.pull(edited_item, 40);
  EXPECT_GE(bench.count<PreviewEdit>(), 2);
  EXPECT_EQ(bench.count<CommitEdit>(), 0);
  EXPECT_TRUE(bench.session.is_previewing());
  EXPECT_NEAR(value_in(bench), before + 0.4f, 1e-4) << "the consequences show while the button is down";
  bench.release();
  EXPECT_EQ(bench.count<CommitEdit>(), 1);
  EXPECT_FALSE(bench.session.is_previewing());
  EXPECT_NEAR(value_in(bench), before + 0.4f, 1e-4);
  bench.frame(20);
  EXPECT_EQ(bench.count<CommitEdit>(), 1);
}

TEST(Drag, IsOneUndoStep) {
  UiBench bench(small_document());
  const Document before = bench.session.document();
  bench.drag(edited_item, -60);
  const Document after = bench.session.document();
  EXPECT_FALSE(after == before);
  bench.shortcut(Command::undo);
  EXPECT_TRUE(bench.session.document() == before);
  EXPECT_FALSE(bench.session.can_undo());
  bench.shortcut(Command::redo);
  EXPECT_TRUE(bench.session.document() == after);
}

TEST(Drag, CancelledWithEscapeGivesTheOldValueBack) {
  UiBench bench(small_document());
  const Document before = bench.session.document();
  bench.pull(edited_item, 40);
  bench.key(ImGuiKey_Escape);
  EXPECT_TRUE(bench.session.document() == before);
  EXPECT_FALSE(bench.session.is_previewing());
  bench.move({600, 500});
  bench.release();
  EXPECT_EQ(bench.count<CommitEdit>(), 0);
  EXPECT_TRUE(bench.session.document() == before);
}

TEST(Drag, OfAComputedNumberChangesNothing) {
  UiBench bench(small_document());
  for (const char* cell : {"Q[0,0]", "scores[1,1]", "weights[1,0]", "context[2,1]"}) bench.drag(cell, 50);
  EXPECT_TRUE(bench.actions.empty());
}

TEST(Click, SelectsAndCommitsNothing) {
  UiBench bench(small_document());
  bench.click(bench.item(edited_item).centre());
  EXPECT_EQ(bench.view.selected, edited_cell);
  bench.click(bench.item("scores[2,1]").centre());
  EXPECT_EQ(bench.view.selected, (CellRef{{MatrixName::scores, 0}, 2, 1}));
  EXPECT_TRUE(bench.actions.empty());
}

TEST(Click, ThatWobblesIsStillAClick) {
  UiBench bench(small_document());
  const Document before = bench.session.document();
  bench.drag(edited_item, 1);
  EXPECT_EQ(bench.view.selected, edited_cell);
  EXPECT_TRUE(bench.session.document() == before);
  EXPECT_FALSE(bench.session.can_undo());
}

TEST(Typing, ANumberAndEnterCommitIt) {
  UiBench bench(small_document());
  bench.double_click(bench.item(edited_item).centre());
  ASSERT_TRUE(bench.view.editing.typing.has_value());
  bench.type("-1.25");
  EXPECT_EQ(bench.count<CommitEdit>(), 0);
  EXPECT_EQ(value_in(bench), -1.25f) << "shown while it is typed";
  bench.key(ImGuiKey_Enter);
  EXPECT_EQ(bench.count<CommitEdit>(), 1);
  EXPECT_EQ(value_in(bench), -1.25f);
  EXPECT_FALSE(bench.view.editing.typing.has_value());
  bench.shortcut(Command::undo);
  EXPECT_FALSE(bench.session.can_undo()) << "one undo step";
}

TEST(Typing, WhatIsNoNumberIsNeverCommitted) {
  for (const char* text : {"abc", "1.2.3", "inf", "nan", "1e99", "-", "0x10"}) {
    SCOPED_TRACE(text);
    UiBench bench(small_document());
    const Document before = bench.session.document();
    bench.double_click(bench.item(edited_item).centre());
    bench.type(text);
    bench.key(ImGuiKey_Enter);
    ASSERT_TRUE(bench.view.editing.typing.has_value()) << "the field stays open";
    EXPECT_FALSE(bench.view.editing.typing->refusal.empty()) << "and says why";
    EXPECT_EQ(bench.count<CommitEdit>(), 0);
    bench.frame(3);
    bench.key(ImGuiKey_Escape);
    EXPECT_FALSE(bench.view.editing.typing.has_value());
    EXPECT_EQ(bench.count<CommitEdit>(), 0);
    EXPECT_TRUE(bench.session.document() == before);
    EXPECT_FALSE(bench.session.is_previewing());
  }
}

TEST(Typing, UndoCancelsWhatIsTypedBeforeItUndoesAnEdit) {
  UiBench bench(small_document());
  const Document first = bench.session.document();
  bench.drag(edited_item, -60);
  const Document edited = bench.session.document();
  bench.double_click(bench.item(edited_item).centre());
  bench.type("-7.5");
  ASSERT_EQ(value_in(bench), -7.5f);
  bench.shortcut(Command::undo);
  bench.frame(3);
  EXPECT_FALSE(bench.view.editing.typing.has_value());
  EXPECT_TRUE(bench.session.document() == edited);
  EXPECT_FALSE(bench.session.is_previewing());
  EXPECT_FALSE(ImGui::GetIO().WantTextInput) << "the field let go of the keyboard";
  bench.shortcut(Command::undo);
  EXPECT_TRUE(bench.session.document() == first);
}

TEST(Typing, AfterARefusalANumberIsTaken) {
  UiBench bench(small_document());
  bench.double_click(bench.item(edited_item).centre());
  bench.type("abc");
  bench.key(ImGuiKey_Enter);
  bench.frame(3);
  bench.type("2.5");
  bench.key(ImGuiKey_Enter);
  EXPECT_EQ(value_in(bench), 2.5f);
  EXPECT_EQ(bench.count<CommitEdit>(), 1);
}

TEST(Typing, EscapeGivesTheOldValueBack) {
  UiBench bench(small_document());
  const Document before = bench.session.document();
  bench.double_click(bench.item(edited_item).centre());
  bench.type("7");
  EXPECT_EQ(value_in(bench), 7);
  bench.key(ImGuiKey_Escape);
  EXPECT_TRUE(bench.session.document() == before);
  EXPECT_EQ(bench.count<CommitEdit>(), 0);
}

TEST(Typing, AClickElsewhereCommitsANumberAndDropsAWord) {
  for (const bool is_number : {true, false}) {
    UiBench bench(small_document());
    const Scalar before = value_in(bench);
    bench.double_click(bench.item(edited_item).centre());
    bench.type(is_number ? "3" : "word");
    bench.click(bench.item("scores[0,0]").centre());
    EXPECT_FALSE(bench.view.editing.typing.has_value());
    EXPECT_EQ(value_in(bench), is_number ? Scalar{3} : before);
    EXPECT_FALSE(bench.session.is_previewing());
  }
}

TEST(Typing, ADigitOnTheSelectedCellBeginsIt) {
  UiBench bench(small_document());
  bench.click(bench.item(edited_item).centre());
  bench.type("4");
  bench.frame(3);
  bench.type("2");
  bench.key(ImGuiKey_Enter);
  EXPECT_EQ(value_in(bench), 42);
}

TEST(Typing, NoDigitIsLostHoweverFastTheyCome) {
  UiBench bench(small_document());
  bench.click(bench.item(edited_item).centre());
  bench.type("-4.25");  // a frame each
  bench.key(ImGuiKey_Enter);
  EXPECT_EQ(value_in(bench), -4.25f);
}

TEST(Typing, TabCommitsAndGoesOn) {
  UiBench bench(small_document());
  bench.double_click(bench.item(edited_item).centre());
  bench.type("5");
  bench.key(ImGuiKey_Tab);
  EXPECT_EQ(value_in(bench), 5);
  EXPECT_EQ(bench.count<CommitEdit>(), 1);
  EXPECT_EQ(bench.view.selected, (CellRef{{MatrixName::W_q, 0}, 1, 1}));
}

TEST(Typing, DeleteSetsToZero) {
  UiBench bench(small_document());
  bench.click(bench.item(edited_item).centre());
  bench.key(ImGuiKey_Delete);
  EXPECT_EQ(value_in(bench), 0);
  EXPECT_EQ(bench.count<CommitEdit>(), 1);
}

TEST(Typing, UndoWhileTypingLeavesTheDocumentAlone) {
  UiBench bench(small_document());
  bench.drag(edited_item, 30);
  const Document before = bench.session.document();
  bench.double_click(bench.item(edited_item).centre());
  bench.shortcut(Command::undo);
  EXPECT_EQ(bench.count<Undo>(), 0);
  bench.key(ImGuiKey_Escape);
  EXPECT_TRUE(bench.session.document() == before);
}

TEST(Sentence, TypedWithEnterBecomesTokens) {
  UiBench bench(small_document());
  const RowVector small = bench.session.model().token_embeddings->row(1);
  bench.click(bench.item("sentence").centre());
  for (int i = 0; i < 40; ++i) {
    bench.key(ImGuiKey_Backspace);
    bench.key(ImGuiKey_Delete);
  }
  bench.type("one giant, small leap");
  bench.key(ImGuiKey_Enter);
  EXPECT_EQ(bench.session.document().tokens,
            (std::vector<std::string>{"one", "giant", ",", "small", "leap"}));
  EXPECT_TRUE(bench.session.model().token_embeddings->row(3) == small) << "a known word keeps its embedding";
  EXPECT_EQ(bench.count<CommitEdit>(), 1);
}

TEST(Sentence, AnEmptyOneIsRefusedInWords) {
  UiBench bench(small_document());
  const Document before = bench.session.document();
  bench.click(bench.item("sentence").centre());
  for (int i = 0; i < 40; ++i) {
    bench.key(ImGuiKey_Backspace);
    bench.key(ImGuiKey_Delete);
  }
  bench.key(ImGuiKey_Enter);
  EXPECT_TRUE(bench.session.document() == before);
  ASSERT_TRUE(bench.view.notice.has_value());
  EXPECT_TRUE(bench.view.notice->is_error);
}

TEST(Sentence, ThatIsRefusedCanBeCorrected) {
  UiBench bench(small_document());
  const Document before = bench.session.document();
  bench.click(bench.item("sentence").centre());
  std::string words;
  for (int i = 0; i < 1100; ++i) words += " a";
  bench.type(words);
  const std::string typed = bench.view.sentence.text;
  bench.key(ImGuiKey_Enter);
  bench.frame(3);
  EXPECT_TRUE(bench.session.document() == before);
  EXPECT_EQ(bench.view.sentence.text, typed);
  EXPECT_TRUE(bench.view.sentence.is_active);
  bench.key(ImGuiKey_Escape);
  bench.frame(3);
  EXPECT_EQ(bench.view.sentence.text, join_tokens(before.tokens));
  EXPECT_EQ(bench.count<CommitEdit>(), 0);
}

// The presenter's view has no place for it, and neither has a small window that shows steps.
TEST(Sentence, IsLeftWhereItIsNoLongerDrawnAndUndoIsAlive) {
  using Way = std::function<void(UiBench&)>;
  const std::vector<std::pair<Way, Way>> there_and_back = {
      {[](UiBench& bench) { bench.shortcut(Command::present); },
       [](UiBench& bench) { bench.view.presenter.reset(); }},
      {[](UiBench& bench) { bench.resize(640, 480); }, [](UiBench& bench) { bench.resize(1280, 800); }},
  };
  for (const auto& [leave, come_back] : there_and_back) {
    UiBench bench(small_document());
    bench.shortcut(Command::steps);
    const Document before = bench.session.document();
    bench.drag(edited_item, 40);
    ASSERT_TRUE(bench.session.can_undo());
    bench.click(bench.item("sentence").centre());
    bench.type("half a sentence");
    leave(bench);
    bench.frame(3);
    ASSERT_FALSE(bench.has_item("sentence"));
    EXPECT_NE(join_tokens(bench.session.document().tokens).find("half a sentence"), std::string::npos);
    bench.shortcut(Command::undo);
    bench.shortcut(Command::undo);
    EXPECT_TRUE(bench.session.document() == before);
    come_back(bench);
    bench.frame(3);
    EXPECT_EQ(bench.view.sentence.text, join_tokens(before.tokens));
  }
}

TEST(Clipboard, CopiesAMatrixAndPastesItElsewhere) {
  UiBench bench(small_document());
  bench.click(bench.item("W_q[0,0]").centre());
  bench.key_with_ctrl(ImGuiKey_C);
  bench.click(bench.item("W_k[0,0]").centre());
  bench.key_with_ctrl(ImGuiKey_V);
  const Head& head = bench.session.model().heads[0];
  EXPECT_TRUE(*head.W_q == *head.W_k);
  EXPECT_EQ(bench.count<CommitEdit>(), 1);
}

TEST(Questions, ComeBeforeChangesAreLost) {
  UiBench bench(small_document());
  bench.shortcut(Command::quit);
  EXPECT_EQ(bench.count<Quit>(), 1) << "nothing to lose, no question";
  bench.drag(edited_item, 30);
  bench.shortcut(Command::quit);
  EXPECT_EQ(bench.count<Quit>(), 1);
  EXPECT_EQ(bench.view.dialogs.open, Dialog::unsaved_changes);
  bench.frame(3);
  bench.click(bench.item("button.Do not save").centre());
  EXPECT_EQ(bench.count<Quit>(), 2);
  EXPECT_EQ(bench.count<SaveFile>(), 0);
}

TEST(Questions, EscapeMeansStay) {
  UiBench bench(small_document());
  bench.drag(edited_item, 30);
  bench.shortcut(Command::quit);
  bench.frame(3);
  bench.key(ImGuiKey_Escape);
  EXPECT_EQ(bench.view.dialogs.open, Dialog::none);
  EXPECT_EQ(bench.count<Quit>(), 0);
  EXPECT_TRUE(bench.session.is_modified());
}

TEST(Mask, IsChosenFromItsList) {
  UiBench bench(small_document());
  bench.click(bench.item("mask").centre());
  bench.frame(3);
  bench.click(bench.item("mask.1").centre());
  EXPECT_EQ(bench.session.model().options.mask, Mask::causal);
  bench.settle();
  bench.click(bench.item("mask").centre());
  bench.frame(3);
  bench.click(bench.item("mask.0").centre());
  EXPECT_EQ(bench.session.model().options.mask, Mask::none);
  EXPECT_EQ(bench.count<CommitEdit>(), 2);
}

TEST(Editing, AnotherClickOrEscapeLetsGoOfAPinnedNumber) {
  UiBench bench(preset("journey"));
  bench.settle();
  EXPECT_FALSE(bench.has_item("inspector.pinned"));
  for (const char* name : {"X[1,0]", "weights[1,2]"}) {
    SCOPED_TRACE(name);
    const Point cell = bench.item(name).centre();
    bench.click(cell);
    EXPECT_TRUE(bench.view.selected);
    EXPECT_TRUE(is_inside(bench.item("inspector.pinned"), bench.item("inspector")));
    bench.click(cell);
    EXPECT_FALSE(bench.view.selected);
    EXPECT_FALSE(bench.has_item("inspector.pinned"));
    bench.click(cell);
    bench.key(ImGuiKey_Escape);
    EXPECT_FALSE(bench.view.selected);
  }
}

TEST(Editing, ADragOfAPinnedNumberKeepsItPinned) {
  UiBench bench(preset("journey"));
  bench.settle();
  bench.click(bench.item("X[1,0]").centre());
  bench.drag("X[1,0]", 20);
  EXPECT_TRUE(bench.view.selected);
  EXPECT_EQ(bench.count<CommitEdit>(), 1);
}

TEST(TitleLine, StandsAbovePipelineAndInspectorWithEveryPresetAndSize) {
  for (const Preset& one : presets()) {
    for (const auto& [width, height] : {std::pair{1024.0f, 768.0f}, {1280.0f, 800.0f}, {1920.0f, 1080.0f}}) {
      UiBench bench(preset(one.name), width, height);
      bench.session.commit(*edits::set_temperature(bench.session.document(), 3));
      bench.settle();
      SCOPED_TRACE(one.name + " " + std::to_string(width));
      const Rect line = bench.item("title");
      EXPECT_TRUE(is_inside(line, {0, 0, width, height}));
      for (const char* other : {"workspace", "inspector", "sentence", "seed", "title.edit"})
        EXPECT_FALSE(overlap(line, bench.item(other))) << other;
      EXPECT_TRUE(is_inside(bench.item("title.changed"), line));
    }
  }
}

TEST(TitleLine, MarksADocumentThatWasChangedUntilItIsUndone) {
  UiBench bench(preset("journey"));
  bench.settle();
  EXPECT_FALSE(bench.has_item("title.changed"));
  bench.session.commit(*edits::redraw_weights(bench.session.document(), edits::Draw::torch_rand, 789));
  bench.settle();
  EXPECT_TRUE(bench.has_item("title.changed"));
  bench.shortcut(Command::undo);
  EXPECT_FALSE(bench.has_item("title.changed"));
}

TEST(TitleLine, ADoubleClickEditsTitleAndDescriptionInOneStep) {
  UiBench bench(preset("journey"));
  bench.settle();
  bench.session.commit(*edits::set_mask(bench.session.document(), Mask::causal));
  bench.double_click(bench.item("title").centre());
  bench.settle();
  bench.click(bench.item("title.field").centre());
  bench.key_with_ctrl(ImGuiKey_A);
  bench.type("Mine");
  bench.click(bench.item("description.field").centre());
  bench.key(ImGuiKey_End);
  bench.type(" Look.");
  bench.key(ImGuiKey_Enter);
  bench.settle();
  EXPECT_EQ(bench.session.document().title, "Mine");
  EXPECT_EQ(bench.session.document().description, preset("journey").description + " Look.");
  EXPECT_FALSE(bench.has_item("title.changed"));
  EXPECT_FALSE(bench.has_item("title.field"));
  bench.shortcut(Command::undo);
  EXPECT_EQ(bench.session.document().title, preset("journey").title);
  EXPECT_EQ(bench.session.document().description, preset("journey").description);
  EXPECT_TRUE(bench.has_item("title.changed"));
}

TEST(TitleLine, EscapeLeavesTheTitleAsItWas) {
  UiBench bench(preset("journey"));
  bench.settle();
  bench.click(bench.item("title.edit").centre());
  bench.settle();
  bench.type("x");
  bench.key(ImGuiKey_Escape);
  bench.key(ImGuiKey_Escape);
  bench.settle();
  EXPECT_FALSE(bench.has_item("title.field"));
  EXPECT_EQ(bench.session.document().title, preset("journey").title);
  EXPECT_FALSE(bench.session.can_undo());
}

TEST(Editing, SimplifiedFromTheChipIsTheSimplifiedMechanismInOneStep) {
  UiBench bench(preset("journey"));
  bench.settle();
  const Document before = bench.session.document();
  bench.click(bench.item("projection").centre());
  bench.frame(2);
  bench.click(bench.item("projection.1").centre());
  bench.settle();
  const Session taught(preset("journey-simplified"));
  EXPECT_EQ(bench.session.trace().heads[0].weights, taught.trace().heads[0].weights);
  bench.shortcut(Command::undo);
  EXPECT_TRUE(bench.session.document() == before);
  EXPECT_FALSE(bench.session.can_undo());
}

TEST(Typing, BeginsOnASelectedCellBeyondTheBorder) {
  for (const Document& document : {preset("journey"), long_document(300)}) {
    UiBench bench(document, 1024, 768);
    bench.view.preferences.text_size = 2.5f;
    bench.view.pipeline.zoom = 2;
    bench.settle();
    const CellRef last{{MatrixName::W_v, 0}, 2, 1};
    for (const CellRef& at : {last, CellRef{{MatrixName::X, 0}, document.model.n_tokens() - 1, 2}}) {
      bench.view.selected = at;
      bench.frame();
      bench.type("42");
      bench.key(ImGuiKey_Enter);
      EXPECT_EQ(value_in(bench, at), 42) << to_string(at.matrix.name);
      EXPECT_FALSE(bench.view.editing.typing);
    }
    EXPECT_EQ(bench.count<CommitEdit>(), 2);
  }
}

TEST(History, MenuGoesToAnyStep) {
  UiBench bench(preset("journey"));
  bench.settle();
  const Document opened = bench.session.document();
  bench.queue.commit(SetCell{edited_cell, 5});
  bench.queue.commit(SetMask{Mask::causal});
  bench.settle();
  const Document last = bench.session.document();
  const auto go_to = [&](const std::string& step) {
    bench.click(bench.item("menu.Edit").centre());
    bench.settle();
    bench.move(bench.item("entry.History").centre());
    bench.frame(60);  // a submenu opens after a moment
    bench.click(bench.item("entry.history " + step).centre());
    bench.settle();
  };
  go_to("0");
  EXPECT_TRUE(bench.session.document() == opened);
  go_to("1");
  EXPECT_EQ(value_in(bench), 5);
  EXPECT_EQ(bench.session.model().options.mask, Mask::none);
  EXPECT_EQ(bench.session.history().redo_name(), "Turn on the causal mask");
  go_to("2");
  EXPECT_TRUE(bench.session.document() == last);
}

}  // namespace
}  // namespace attention_lab::testing
