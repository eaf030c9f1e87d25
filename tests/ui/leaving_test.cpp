// A number, a sentence or a title that is being changed is left in one way, however it is left.
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench.h"
#include "random_documents.h"

namespace attention_lab::testing {
namespace {

struct Way {
  std::string name;
  std::function<void(UiBench&)> leave;
};

const std::vector<Way>& ways() {
  const auto by = [](Command shortcut) { return [shortcut](UiBench& bench) { bench.shortcut(shortcut); }; };
  const auto click = [](const char* item) {
    return [item](UiBench& bench) { bench.click(bench.item(item).centre()); };
  };
  static const std::vector<Way> ways = {
      {"a click on another workspace", click("workspace.figures")},
      {"a click on another number", click("X[0,0]")},
      {"the key of another workspace", by(command_to_show(Workspace::museum))},
      {"the presenter's view", by(Command::present)},
      {"saving", by(Command::save)},
      {"saving as", by(Command::save_as)},
      {"opening", by(Command::open)},
      {"a new document", by(Command::new_document)},
      {"closing", by(Command::quit)},
      {"help", by(Command::help)},
      {"exporting", by(Command::export_dialog)},
      {"another workspace by itself", [](UiBench& bench) { bench.view.workspace = Workspace::laboratory; }},
  };
  return ways;
}

void back_to_the_pipeline(UiBench& bench) {
  bench.view.dialogs.open = Dialog::none;
  bench.view.presenter.reset();
  bench.view.workspace = Workspace::pipeline;
  bench.frame(5);
}

TEST(LeavingACell, CommitsTheTypedNumberOnce) {
  for (const Way& way : ways()) {
    UiBench bench(small_document());
    const Document before = bench.session.document();
    bench.double_click(bench.item(edited_item).centre());
    bench.type("5");
    ASSERT_TRUE(bench.session.is_previewing());
    way.leave(bench);
    bench.frame(3);
    EXPECT_FALSE(bench.view.editing.typing) << way.name;
    EXPECT_FALSE(bench.session.is_previewing()) << way.name;
    EXPECT_EQ(bench.count<CommitEdit>(), 1) << way.name;
    EXPECT_EQ(value_in(bench), Scalar{5}) << way.name;
    back_to_the_pipeline(bench);
    bench.shortcut(Command::undo);
    EXPECT_TRUE(bench.session.document() == before) << "undo is alive after " << way.name;
  }
}

TEST(LeavingACell, GivesUpWhatIsNoNumber) {
  for (const Way& way : ways()) {
    UiBench bench(small_document());
    const Document before = bench.session.document();
    bench.double_click(bench.item(edited_item).centre());
    bench.type("5x");
    way.leave(bench);
    bench.frame(3);
    EXPECT_FALSE(bench.view.editing.typing) << way.name;
    EXPECT_EQ(bench.count<CommitEdit>(), 0) << way.name;
    EXPECT_TRUE(bench.session.document() == before) << way.name;
    EXPECT_FALSE(bench.session.is_modified()) << way.name;
    back_to_the_pipeline(bench);
    EXPECT_FALSE(bench.session.is_previewing()) << way.name;
  }
}

TEST(LeavingACell, OfWhichNothingWasChangedIsNoStep) {
  for (const Way& way : ways()) {
    UiBench bench(small_document());
    bench.double_click(bench.item(edited_item).centre());
    way.leave(bench);
    bench.frame(3);
    EXPECT_FALSE(bench.session.can_undo()) << way.name;
    EXPECT_NE(bench.view.dialogs.open, Dialog::unsaved_changes) << way.name;
  }
}

TEST(LeavingACell, CommitsBeforeItSaves) {
  UiBench bench(small_document());
  bench.double_click(bench.item(edited_item).centre());
  bench.type("5");
  bench.shortcut(Command::save);
  ASSERT_GE(bench.actions.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<CommitEdit>(bench.actions[bench.actions.size() - 2]));
  EXPECT_TRUE(std::holds_alternative<SaveFile>(bench.actions.back()));
}

TEST(LeavingACell, AsksAboutTheTypedNumberBeforeAnotherDocumentIsOpened) {
  for (const Command shortcut : {Command::open, Command::new_document, Command::quit}) {
    UiBench bench(small_document());
    bench.double_click(bench.item(edited_item).centre());
    bench.type("5");
    bench.shortcut(shortcut);
    EXPECT_EQ(bench.view.dialogs.open, Dialog::unsaved_changes);
    EXPECT_EQ(bench.count<Quit>() + bench.count<NewDocument>(), 0);
  }
}

TEST(LeavingACell, ThatIsDraggedKeepsTheDraggedNumber) {
  for (const Command shortcut : {command_to_show(Workspace::museum), Command::save, Command::present}) {
    UiBench bench(small_document());
    const Scalar before = value_in(bench);
    bench.pull(edited_item, 40);
    bench.shortcut(shortcut);
    bench.frame(3);
    EXPECT_FALSE(bench.view.editing.drag);
    bench.release();
    EXPECT_EQ(bench.count<CommitEdit>(), 1);
    EXPECT_FALSE(bench.session.is_previewing());
    EXPECT_NEAR(value_in(bench), before + 0.4f, 1e-4);
  }
}

TEST(LeavingTheSentence, CommitsItOnce) {
  for (const Way& way : ways()) {
    if (way.name == "another workspace by itself") continue;  // all but one of them show the sentence
    SCOPED_TRACE(way.name);
    UiBench bench(small_document());
    const Document before = bench.session.document();
    bench.click(bench.item("sentence").centre());
    bench.type(" giant leap ");
    way.leave(bench);
    bench.frame(3);
    EXPECT_FALSE(bench.view.sentence.is_active);
    EXPECT_EQ(bench.count<CommitEdit>(), 1);
    EXPECT_NE(join_tokens(bench.session.document().tokens).find("giant leap"), std::string::npos);
    back_to_the_pipeline(bench);
    bench.shortcut(Command::undo);
    EXPECT_TRUE(bench.session.document() == before);
  }
}

TEST(LeavingTheSentence, WithEscapeIsNoEdit) {
  UiBench bench(small_document());
  const Document before = bench.session.document();
  bench.click(bench.item("sentence").centre());
  bench.type(" giant leap ");
  bench.key(ImGuiKey_Escape);
  bench.frame(3);
  EXPECT_EQ(bench.count<CommitEdit>(), 0);
  EXPECT_EQ(bench.view.sentence.text, join_tokens(before.tokens));
}

TEST(LeavingTheSentence, AsksAboutItBeforeAnotherDocumentIsOpened) {
  for (const Command shortcut : {Command::open, Command::new_document, Command::quit}) {
    UiBench bench(small_document());
    bench.click(bench.item("sentence").centre());
    bench.type(" giant leap ");
    bench.shortcut(shortcut);
    EXPECT_EQ(bench.view.dialogs.open, Dialog::unsaved_changes);
    EXPECT_EQ(bench.count<Quit>() + bench.count<NewDocument>(), 0);
  }
}

TEST(LeavingTheTitle, CommitsItOnce) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.name);
    UiBench bench(small_document());
    const Document before = bench.session.document();
    bench.double_click(bench.item("title").centre());
    bench.frame(3);
    ASSERT_TRUE(bench.view.title.is_open);
    bench.type("A giant leap");
    way.leave(bench);
    bench.frame(3);
    EXPECT_FALSE(bench.view.title.is_open);
    EXPECT_EQ(bench.count<CommitEdit>(), 1);
    EXPECT_EQ(bench.session.document().title, "A giant leap");
    back_to_the_pipeline(bench);
    bench.shortcut(Command::undo);
    EXPECT_TRUE(bench.session.document() == before);
  }
}

}  // namespace
}  // namespace attention_lab::testing
