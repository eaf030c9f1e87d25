// Every way of leaving a number, sentence or title that is being edited has the same effect.
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lab_driver.h"
#include "random_documents.h"

namespace attention_lab::testing {
namespace {

struct Way {
  std::string name;
  std::function<void(LabDriver&)> leave;
};

const std::vector<Way>& ways() {
  const auto by = [](Command shortcut) {
    return [shortcut](LabDriver& driver) { driver.shortcut(shortcut); };
  };
  const auto click = [](const char* item) {
    return [item](LabDriver& driver) { driver.click(driver.item(item).centre()); };
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
      {"another workspace by itself",
       [](LabDriver& driver) { driver.view.workspace = Workspace::laboratory; }},
  };
  return ways;
}

void back_to_the_pipeline(LabDriver& driver) {
  driver.view.dialogs.open = Dialog::none;
  driver.view.presenter.reset();
  driver.view.workspace = Workspace::pipeline;
  driver.frame(5);
}

TEST(LeavingACell, CommitsTheTypedNumberOnce) {
  for (const Way& way : ways()) {
    LabDriver driver(small_document());
    const Document before = driver.session.document();
    driver.double_click(driver.item(edited_item).centre());
    driver.type("5");
    ASSERT_TRUE(driver.session.is_previewing());
    way.leave(driver);
    driver.frame(3);
    EXPECT_FALSE(driver.view.editing.typing) << way.name;
    EXPECT_FALSE(driver.session.is_previewing()) << way.name;
    EXPECT_EQ(driver.count<CommitEdit>(), 1) << way.name;
    EXPECT_EQ(value_in(driver), Scalar{5}) << way.name;
    back_to_the_pipeline(driver);
    driver.shortcut(Command::undo);
    EXPECT_TRUE(driver.session.document() == before) << "undo is alive after " << way.name;
  }
}

TEST(LeavingACell, GivesUpWhatIsNoNumber) {
  for (const Way& way : ways()) {
    LabDriver driver(small_document());
    const Document before = driver.session.document();
    driver.double_click(driver.item(edited_item).centre());
    driver.type("5x");
    way.leave(driver);
    driver.frame(3);
    EXPECT_FALSE(driver.view.editing.typing) << way.name;
    EXPECT_EQ(driver.count<CommitEdit>(), 0) << way.name;
    EXPECT_TRUE(driver.session.document() == before) << way.name;
    EXPECT_FALSE(driver.session.is_modified()) << way.name;
    back_to_the_pipeline(driver);
    EXPECT_FALSE(driver.session.is_previewing()) << way.name;
  }
}

TEST(LeavingACell, OfWhichNothingWasChangedIsNoStep) {
  for (const Way& way : ways()) {
    LabDriver driver(small_document());
    driver.double_click(driver.item(edited_item).centre());
    way.leave(driver);
    driver.frame(3);
    EXPECT_FALSE(driver.session.can_undo()) << way.name;
    EXPECT_NE(driver.view.dialogs.open, Dialog::unsaved_changes) << way.name;
  }
}

TEST(LeavingACell, CommitsBeforeItSaves) {
  LabDriver driver(small_document());
  driver.double_click(driver.item(edited_item).centre());
  driver.type("5");
  driver.shortcut(Command::save);
  ASSERT_GE(driver.actions.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<CommitEdit>(driver.actions[driver.actions.size() - 2]));
  EXPECT_TRUE(std::holds_alternative<SaveFile>(driver.actions.back()));
}

TEST(LeavingACell, AsksAboutTheTypedNumberBeforeAnotherDocumentIsOpened) {
  for (const Command shortcut : {Command::open, Command::new_document, Command::quit}) {
    LabDriver driver(small_document());
    driver.double_click(driver.item(edited_item).centre());
    driver.type("5");
    driver.shortcut(shortcut);
    EXPECT_EQ(driver.view.dialogs.open, Dialog::unsaved_changes);
    EXPECT_EQ(driver.count<Quit>() + driver.count<NewDocument>(), 0);
  }
}

TEST(LeavingACell, ThatIsDraggedKeepsTheDraggedNumber) {
  for (const Command shortcut : {command_to_show(Workspace::museum), Command::save, Command::present}) {
    LabDriver driver(small_document());
    const Scalar before = value_in(driver);
    driver.pull(edited_item, 40);
    driver.shortcut(shortcut);
    driver.frame(3);
    EXPECT_FALSE(driver.view.editing.drag);
    driver.release();
    EXPECT_EQ(driver.count<CommitEdit>(), 1);
    EXPECT_FALSE(driver.session.is_previewing());
    EXPECT_NEAR(value_in(driver), before + 0.4f, 1e-4);
  }
}

TEST(LeavingTheSentence, CommitsItOnce) {
  for (const Way& way : ways()) {
    if (way.name == "another workspace by itself") continue;  // all workspaces but one show the sentence
    SCOPED_TRACE(way.name);
    LabDriver driver(small_document());
    const Document before = driver.session.document();
    driver.click(driver.item("sentence").centre());
    driver.type(" giant leap ");
    way.leave(driver);
    driver.frame(3);
    EXPECT_FALSE(driver.view.sentence.is_active);
    EXPECT_EQ(driver.count<CommitEdit>(), 1);
    EXPECT_NE(join_tokens(driver.session.document().tokens).find("giant leap"), std::string::npos);
    back_to_the_pipeline(driver);
    driver.shortcut(Command::undo);
    EXPECT_TRUE(driver.session.document() == before);
  }
}

TEST(LeavingTheSentence, WithEscapeIsNoEdit) {
  LabDriver driver(small_document());
  const Document before = driver.session.document();
  driver.click(driver.item("sentence").centre());
  driver.type(" giant leap ");
  driver.key(ImGuiKey_Escape);
  driver.frame(3);
  EXPECT_EQ(driver.count<CommitEdit>(), 0);
  EXPECT_EQ(driver.view.sentence.text, join_tokens(before.tokens));
}

TEST(LeavingTheSentence, AsksAboutItBeforeAnotherDocumentIsOpened) {
  for (const Command shortcut : {Command::open, Command::new_document, Command::quit}) {
    LabDriver driver(small_document());
    driver.click(driver.item("sentence").centre());
    driver.type(" giant leap ");
    driver.shortcut(shortcut);
    EXPECT_EQ(driver.view.dialogs.open, Dialog::unsaved_changes);
    EXPECT_EQ(driver.count<Quit>() + driver.count<NewDocument>(), 0);
  }
}

TEST(LeavingTheTitle, CommitsItOnce) {
  for (const Way& way : ways()) {
    SCOPED_TRACE(way.name);
    LabDriver driver(small_document());
    const Document before = driver.session.document();
    driver.double_click(driver.item("title").centre());
    driver.frame(3);
    ASSERT_TRUE(driver.view.title.is_open);
    driver.type("A giant leap");
    way.leave(driver);
    driver.frame(3);
    EXPECT_FALSE(driver.view.title.is_open);
    EXPECT_EQ(driver.count<CommitEdit>(), 1);
    EXPECT_EQ(driver.session.document().title, "A giant leap");
    back_to_the_pipeline(driver);
    driver.shortcut(Command::undo);
    EXPECT_TRUE(driver.session.document() == before);
  }
}

}  // namespace
}  // namespace attention_lab::testing
