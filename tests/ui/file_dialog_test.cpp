// The save, open and export dialogs: what they propose, ask and reject.
#include <set>

#include <gtest/gtest.h>

#include "lab_driver.h"
#include "random_documents.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab::testing {
namespace {

class FileDialog : public ::testing::Test {
 protected:
  void open(Command shortcut, const std::string& folder = "/lessons") {
    driver.shortcut(shortcut);
    driver.view.dialogs.folder = folder;  // as the program answers ListFolder
    driver.settle();
  }

  void type_name(const std::string& name) {
    set_file_name(driver.view.dialogs, name);
    driver.view.dialogs.shows_new_name = true;
    driver.frame(2);
  }

  void press_button(const std::string& name) { driver.click(driver.item("button." + name).centre()); }

  std::string proposed() const { return driver.view.dialogs.file_name.data(); }
  const std::string& problem() const { return driver.view.dialogs.problem; }

  template <class T>
  std::vector<T> queued() const {
    std::vector<T> found;
    for (const Action& action : driver.actions) {
      if (const T* one = std::get_if<T>(&action)) found.push_back(*one);
    }
    return found;
  }

  LabDriver driver{preset("journey")};
};

TEST_F(FileDialog, ADocumentIsProposedAsJsonWhateverWasExportedBefore) {
  open(Command::export_dialog, "/pictures");
  type_name("fig2.png");
  press_button("Export");
  ASSERT_EQ(queued<ExportPicture>().size(), 1u);
  EXPECT_EQ(queued<ExportPicture>()[0].path, "/pictures/fig2.png");
  driver.actions.clear();
  open(Command::save_as);
  EXPECT_EQ(proposed(), "your-journey-starts-with.json");
  ASSERT_EQ(queued<ListFolder>().size(), 1u);
  EXPECT_EQ(queued<ListFolder>()[0].path, "") << "the folder of documents, not that of pictures";
}

TEST_F(FileDialog, ADocumentThatHasAFileIsProposedUnderItsNameAsJson) {
  driver.view.file_path = "/lessons/notes.txt";
  open(Command::save_as);
  EXPECT_EQ(proposed(), "notes.json");
}

TEST_F(FileDialog, EnterExportsAfterAClickOnAFormat) {
  open(Command::export_dialog, "/pictures");
  driver.click(driver.item("format.svg").centre());
  driver.frame(3);
  driver.key(ImGuiKey_Enter);
  driver.frame(2);
  ASSERT_EQ(queued<ExportPicture>().size(), 1u);
  EXPECT_TRUE(queued<ExportPicture>()[0].path.ends_with(".svg")) << queued<ExportPicture>()[0].path;
}

TEST_F(FileDialog, OpeningProposesNoName) {
  open(Command::export_dialog);
  press_button("Cancel");
  open(Command::open);
  EXPECT_EQ(proposed(), "");
}

TEST_F(FileDialog, SaveAsAsksBeforeItReplacesAnything) {
  driver.view.file_path = "/lessons/p.json";
  driver.taken = {"/lessons/p.json", "/elsewhere/q.json"};
  for (const std::string name : {"p.json", "/elsewhere/q.json", "../elsewhere/../lessons/p.json", "p"}) {
    if (name.front() == '.') driver.taken.insert("/lessons/" + name);
    SCOPED_TRACE(name);
    driver.actions.clear();
    open(Command::save_as);
    type_name(name);
    press_button("Save");
    EXPECT_TRUE(queued<SaveFileAs>().empty());
    EXPECT_NE(problem().find("exists"), std::string::npos) << problem();
    press_button("Replace");
    ASSERT_EQ(queued<SaveFileAs>().size(), 1u);
    EXPECT_TRUE(queued<SaveFileAs>()[0].may_replace);
    driver.view.dialogs.open = Dialog::none;  // as the program does after saving
    driver.settle();
  }
}

TEST_F(FileDialog, AnotherNameIsAskedAboutAnew) {
  driver.taken = {"/lessons/a.json", "/lessons/b.json"};
  open(Command::save_as);
  type_name("a.json");
  press_button("Save");
  type_name("b.json");
  press_button("Replace");
  EXPECT_TRUE(queued<SaveFileAs>().empty()) << "b.json was not asked about";
  EXPECT_NE(problem().find("b.json"), std::string::npos) << problem();
}

TEST_F(FileDialog, WhatIsFreeIsSavedAtOnceAndGetsJson) {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"a", "/lessons/a.json"},       {"a.json", "/lessons/a.json"}, {"A.JSON", "/lessons/A.JSON"},
      {"v1.2", "/lessons/v1.2.json"}, {"a.txt", "/lessons/a.txt"},   {"a. b", "/lessons/a. b.json"}};
  for (const auto& [name, path] : names) {
    driver.actions.clear();
    open(Command::save_as);
    type_name(name);
    press_button("Save");
    ASSERT_EQ(queued<SaveFileAs>().size(), 1u) << name;
    EXPECT_EQ(queued<SaveFileAs>()[0].path, path);
    EXPECT_FALSE(queued<SaveFileAs>()[0].may_replace);
    driver.view.dialogs.open = Dialog::none;
    driver.settle();
  }
}

TEST_F(FileDialog, ADocumentIsNeverSavedUnderTheNameOfAPicture) {
  for (const std::string ending : {"png", "svg", "pdf", "PNG", "csv", "py"}) {
    open(Command::save_as);
    type_name("fig2." + ending);
    press_button("Save");
    EXPECT_TRUE(queued<SaveFileAs>().empty()) << ending;
    EXPECT_NE(problem().find(".json"), std::string::npos) << problem();
    EXPECT_EQ(proposed(), "fig2.json") << "one more Enter saves it as that";
    press_button("Cancel");
  }
}

TEST_F(FileDialog, ExportAsksBeforeItReplacesAnything) {
  driver.taken = {"/lessons/fig2.png", "/else/fig.csv"};
  for (const std::string name : {"fig2.png", "/else/fig.csv"}) {
    SCOPED_TRACE(name);
    driver.actions.clear();
    open(Command::export_dialog);
    type_name(name);
    press_button("Export");
    EXPECT_TRUE(queued<ExportPicture>().empty() && queued<ExportText>().empty());
    EXPECT_NE(problem().find("exists"), std::string::npos) << problem();
    press_button("Replace");
    EXPECT_EQ(driver.view.dialogs.open, Dialog::none);
    std::vector<bool> answers;
    for (const ExportPicture& picture : queued<ExportPicture>()) answers.push_back(picture.may_replace);
    for (const ExportText& text : queued<ExportText>()) answers.push_back(text.may_replace);
    EXPECT_EQ(answers, std::vector<bool>{true});
  }
}

TEST_F(FileDialog, EnterAnswersAgainButNotByBeingHeldDown) {
  driver.taken = {"/lessons/p.json"};
  open(Command::save_as);
  type_name("p.json");
  driver.click(driver.item("file name").centre());
  driver.set_key(ImGuiKey_Enter, true);
  driver.frame(120);  // two seconds, in which Dear ImGui repeats the key
  EXPECT_NE(problem().find("exists"), std::string::npos) << problem();
  EXPECT_TRUE(queued<SaveFileAs>().empty());
  driver.set_key(ImGuiKey_Enter, false);
  driver.settle();  // the field that Enter deactivated has the keyboard again
  driver.key(ImGuiKey_Enter);
  EXPECT_EQ(queued<SaveFileAs>().size(), 1u);
}

TEST_F(FileDialog, ANameWithASlashAtItsEndIsAFolder) {
  open(Command::save_as);
  driver.actions.clear();
  type_name("/other/place/");
  press_button("Save");
  EXPECT_TRUE(queued<SaveFileAs>().empty());
  ASSERT_EQ(queued<ListFolder>().size(), 1u);
  EXPECT_EQ(queued<ListFolder>()[0].path, "/other/place/");
}

TEST_F(FileDialog, LongFoldersAndNamesAreShortenedAndTheButtonsStayInTheWindow) {
  struct Size {
    float width, height, text_size;
  };
  const std::string long_name(250, 'W');
  for (const Size size : {Size{1280, 800, 1}, Size{1024, 768, 2}, Size{800, 600, 2}, Size{640, 480, 2.5f}}) {
    SCOPED_TRACE(std::to_string(size.width) + " × " + std::to_string(size.text_size));
    driver.resize(size.width, size.height);
    driver.set_size_of_everything(size.text_size);
    const std::string a = long_name + "a.json",
                      b = long_name + "b.json";  // both are shortened to the same text
    open(Command::open, "/lessons/" + long_name + "/" + long_name);
    driver.view.dialogs.listing = {{long_name, true}, {a, false}, {b, false}};
    driver.settle();
    const float right = driver.item("file name").right();
    int shown = 0;
    for (const Item& item : driver.view.items.all()) {
      if (item.name != "folder" && item.name != "listed folder" && item.name != "listed file") continue;
      ++shown;
      EXPECT_LE(item.rect.right(), right + 0.5f) << item.name;
    }
    EXPECT_EQ(shown, 4);
    for (const std::string item : {"dialog title", "folder", "button.Open", "button.Cancel"})
      EXPECT_TRUE(is_inside(driver.item(item), {0, 0, size.width, size.height})) << item;
    driver.key(ImGuiKey_Escape);
    driver.settle();
  }
}

TEST_F(FileDialog, TheExportDialogWarnsOfTextsThatCannotBeReadInThePicture) {
  Document document = driver.session.document();
  document.tokens[0] = "שלום";
  document.tokens[1] = "\xF4\x8F\xBF\xBD";  // private use: no font has it
  driver.session.open(document);
  open(Command::export_dialog);
  ASSERT_EQ(driver.view.dialogs.warnings.size(), 2u);
  EXPECT_NE(driver.view.dialogs.warnings[0].find("(U+10FFFD)"), std::string::npos);
  EXPECT_NE(driver.view.dialogs.warnings[1].find("Hebrew"), std::string::npos);
  driver.click(driver.item("format.csv").centre());
  EXPECT_TRUE(driver.view.dialogs.warnings.empty()) << "numbers as text have no such faults";
  driver.click(driver.item("format.pdf").centre());
  EXPECT_EQ(driver.view.dialogs.warnings.size(), 2u);
  press_button("Export");
  ASSERT_EQ(queued<ExportPicture>().size(), 1u);
  EXPECT_EQ(queued<ExportPicture>()[0].warnings.size(), 2u);
}

TEST_F(FileDialog, TheExportDialogSaysWhereAPictureHasTooFewPixels) {
  driver.session.open(long_document(500));
  driver.shortcut(command_to_show(Workspace::figures));
  driver.view.preferences.page.dpi = 100;
  driver.settle();
  driver.view.preferences.export_format = PictureFormat::png;
  open(Command::export_dialog);
  ASSERT_EQ(driver.view.dialogs.warnings.size(), 1u);
  EXPECT_EQ(driver.view.dialogs.warnings[0],
            "Each pixel shows the largest of up to 3 × 3 cells. SVG and PDF show every cell.");
  driver.click(driver.item("format.svg").centre());
  EXPECT_TRUE(driver.view.dialogs.warnings.empty());
}

}  // namespace
}  // namespace attention_lab::testing
