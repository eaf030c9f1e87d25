// The dialogs that save, open and export: what they propose, what they ask, what they refuse.
#include <set>

#include <gtest/gtest.h>

#include "bench.h"
#include "random_documents.h"
#include "ui/workspaces/figures/figure_menu.h"

namespace attention_lab::testing {
namespace {

class FileDialog : public ::testing::Test {
 protected:
  void open(Command shortcut, const std::string& folder = "/lessons") {
    bench.shortcut(shortcut);
    bench.view.dialogs.folder = folder;  // as the program answers ListFolder
    bench.settle();
  }

  void type_name(const std::string& name) {
    set_file_name(bench.view.dialogs, name);
    bench.view.dialogs.shows_new_name = true;
    bench.frame(2);
  }

  void press_button(const std::string& name) { bench.click(bench.item("button." + name).centre()); }

  std::string proposed() const { return bench.view.dialogs.file_name.data(); }
  const std::string& problem() const { return bench.view.dialogs.problem; }

  template <class T>
  std::vector<T> queued() const {
    std::vector<T> found;
    for (const Action& action : bench.actions) {
      if (const T* one = std::get_if<T>(&action)) found.push_back(*one);
    }
    return found;
  }

  UiBench bench{preset("journey")};
};

TEST_F(FileDialog, ADocumentIsProposedAsJsonWhateverWasExportedBefore) {
  open(Command::export_dialog, "/pictures");
  type_name("fig2.png");
  press_button("Export");
  ASSERT_EQ(queued<ExportPicture>().size(), 1u);
  EXPECT_EQ(queued<ExportPicture>()[0].path, "/pictures/fig2.png");
  bench.actions.clear();
  open(Command::save_as);
  EXPECT_EQ(proposed(), "your-journey-starts-with.json");
  ASSERT_EQ(queued<ListFolder>().size(), 1u);
  EXPECT_EQ(queued<ListFolder>()[0].path, "") << "the folder of documents, not that of pictures";
}

TEST_F(FileDialog, ADocumentThatHasAFileIsProposedUnderItsNameAsJson) {
  bench.view.file_path = "/lessons/notes.txt";
  open(Command::save_as);
  EXPECT_EQ(proposed(), "notes.json");
}

TEST_F(FileDialog, OpeningProposesNoName) {
  open(Command::export_dialog);
  press_button("Cancel");
  open(Command::open);
  EXPECT_EQ(proposed(), "");
}

TEST_F(FileDialog, SaveAsAsksBeforeItReplacesAnything) {
  bench.view.file_path = "/lessons/p.json";
  bench.taken = {"/lessons/p.json", "/elsewhere/q.json"};
  for (const std::string name : {"p.json", "/elsewhere/q.json", "../elsewhere/../lessons/p.json", "p"}) {
    if (name.front() == '.') bench.taken.insert("/lessons/" + name);
    SCOPED_TRACE(name);
    bench.actions.clear();
    open(Command::save_as);
    type_name(name);
    press_button("Save");
    EXPECT_TRUE(queued<SaveFileAs>().empty());
    EXPECT_NE(problem().find("exists"), std::string::npos) << problem();
    press_button("Replace it");
    ASSERT_EQ(queued<SaveFileAs>().size(), 1u);
    EXPECT_TRUE(queued<SaveFileAs>()[0].may_replace);
    bench.view.dialogs.open = Dialog::none;  // as the program does once it is saved
    bench.settle();
  }
}

TEST_F(FileDialog, AnotherNameIsAskedAboutAnew) {
  bench.taken = {"/lessons/a.json", "/lessons/b.json"};
  open(Command::save_as);
  type_name("a.json");
  press_button("Save");
  type_name("b.json");
  press_button("Replace it");
  EXPECT_TRUE(queued<SaveFileAs>().empty()) << "b.json was not asked about";
  EXPECT_NE(problem().find("b.json"), std::string::npos) << problem();
}

TEST_F(FileDialog, WhatIsFreeIsSavedAtOnceAndGetsJson) {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"a", "/lessons/a.json"},       {"a.json", "/lessons/a.json"}, {"A.JSON", "/lessons/A.JSON"},
      {"v1.2", "/lessons/v1.2.json"}, {"a.txt", "/lessons/a.txt"},   {"a. b", "/lessons/a. b.json"}};
  for (const auto& [name, path] : names) {
    bench.actions.clear();
    open(Command::save_as);
    type_name(name);
    press_button("Save");
    ASSERT_EQ(queued<SaveFileAs>().size(), 1u) << name;
    EXPECT_EQ(queued<SaveFileAs>()[0].path, path);
    EXPECT_FALSE(queued<SaveFileAs>()[0].may_replace);
    bench.view.dialogs.open = Dialog::none;
    bench.settle();
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
  bench.taken = {"/lessons/fig2.png", "/else/fig.csv"};
  for (const std::string name : {"fig2.png", "/else/fig.csv"}) {
    SCOPED_TRACE(name);
    bench.actions.clear();
    open(Command::export_dialog);
    type_name(name);
    press_button("Export");
    EXPECT_TRUE(queued<ExportPicture>().empty() && queued<ExportText>().empty());
    EXPECT_NE(problem().find("exists"), std::string::npos) << problem();
    press_button("Replace it");
    EXPECT_EQ(bench.view.dialogs.open, Dialog::none);
    std::vector<bool> answers;
    for (const ExportPicture& picture : queued<ExportPicture>()) answers.push_back(picture.may_replace);
    for (const ExportText& text : queued<ExportText>()) answers.push_back(text.may_replace);
    EXPECT_EQ(answers, std::vector<bool>{true});
  }
}

TEST_F(FileDialog, EnterAnswersAgainButNotByBeingHeldDown) {
  bench.taken = {"/lessons/p.json"};
  open(Command::save_as);
  type_name("p.json");
  bench.click(bench.item("file name").centre());
  bench.set_key(ImGuiKey_Enter, true);
  bench.frame(120);  // two seconds, in which Dear ImGui repeats the key
  EXPECT_NE(problem().find("exists"), std::string::npos) << problem();
  EXPECT_TRUE(queued<SaveFileAs>().empty());
  bench.set_key(ImGuiKey_Enter, false);
  bench.settle();  // the field that Enter left has the keyboard again
  bench.key(ImGuiKey_Enter);
  EXPECT_EQ(queued<SaveFileAs>().size(), 1u);
}

TEST_F(FileDialog, ANameWithASlashAtItsEndIsAFolder) {
  open(Command::save_as);
  bench.actions.clear();
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
    bench.resize(size.width, size.height);
    bench.view.preferences.text_size = size.text_size;
    const std::string a = long_name + "a.json",
                      b = long_name + "b.json";  // what is shown of them is the same
    open(Command::open, "/lessons/" + long_name + "/" + long_name);
    bench.view.dialogs.listing = {{long_name, true}, {a, false}, {b, false}};
    bench.settle();
    const float right = bench.item("file name").right();
    int shown = 0;
    for (const Item& item : bench.view.items.all()) {
      if (item.name != "folder" && item.name != "listed folder" && item.name != "listed file") continue;
      ++shown;
      EXPECT_LE(item.rect.right(), right + 0.5f) << item.name;
    }
    EXPECT_EQ(shown, 4);
    for (const std::string item : {"dialog title", "folder", "button.Open", "button.Cancel"})
      EXPECT_TRUE(is_inside(bench.item(item), {0, 0, size.width, size.height})) << item;
    bench.key(ImGuiKey_Escape);
    bench.settle();
  }
}

TEST_F(FileDialog, TheExportDialogWarnsOfTextsThatCannotBeReadInThePicture) {
  Document document = bench.session.document();
  document.tokens[0] = "שלום";
  document.tokens[1] = "\xF4\x8F\xBF\xBD";  // for private use: no font has it
  bench.session.open(document);
  open(Command::export_dialog);
  ASSERT_EQ(bench.view.dialogs.warnings.size(), 2u);
  EXPECT_NE(bench.view.dialogs.warnings[0].find("(U+10FFFD)"), std::string::npos);
  EXPECT_NE(bench.view.dialogs.warnings[1].find("Hebrew"), std::string::npos);
  bench.click(bench.item("format.csv").centre());
  EXPECT_TRUE(bench.view.dialogs.warnings.empty()) << "numbers as text have no such faults";
  bench.click(bench.item("format.pdf").centre());
  EXPECT_EQ(bench.view.dialogs.warnings.size(), 2u);
  press_button("Export");
  ASSERT_EQ(queued<ExportPicture>().size(), 1u);
  EXPECT_EQ(queued<ExportPicture>()[0].warnings.size(), 2u);
}

TEST_F(FileDialog, TheExportDialogSaysWhereAPictureHasTooFewPixels) {
  bench.session.open(long_document(500));
  bench.shortcut(command_to_show(Workspace::figures));
  bench.view.preferences.page.dpi = 100;
  bench.settle();
  bench.view.preferences.export_format = PictureFormat::png;
  open(Command::export_dialog);
  ASSERT_EQ(bench.view.dialogs.warnings.size(), 1u);
  EXPECT_EQ(bench.view.dialogs.warnings[0],
            "Each pixel shows the largest of up to 3 × 3 cells. SVG and PDF show every cell.");
  bench.click(bench.item("format.svg").centre());
  EXPECT_TRUE(bench.view.dialogs.warnings.empty());
}

}  // namespace
}  // namespace attention_lab::testing
