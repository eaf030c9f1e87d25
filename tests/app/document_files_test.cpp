// Document files: the folders shown by the dialogs, and what saving may replace.
#include "app/window/document_files.h"

#include <chrono>

#include <gtest/gtest.h>

#include "app/files/document_file.h"
#include "app/files/folder_listing.h"
#include "app/files/presets.h"
#include "support.h"
#include "surroundings.h"

namespace attention_lab {
namespace {

using test::contents;
using test::put;
using test::TemporaryFolder;

class DocumentFilesTest : public ::testing::Test {
 protected:
  /// Carries out an action and those that follow from it, as the window does.
  template <class First>
  void carry_out(First first) {
    queue_.push(std::move(first));
    while (!queue_.actions().empty()) {
      for (const Action& action : queue_.take()) document_files_.handle(action, queue_);
    }
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  const TemporaryFolder folder_;
  Session session_{*load_preset("journey")};
  ViewState view_{attention_lab::testing::bare_services()};
  DocumentFiles document_files_{session_, view_, false};
  ActionQueue queue_;
};

TEST_F(DocumentFilesTest, SavingAPresetAsksForANameOfADocument) {
  set_file_name(view_.dialogs, "fig2.png");  // left by an export
  view_.dialogs.folder = path("pictures");
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::save_file);
  EXPECT_EQ(std::string(view_.dialogs.file_name.data()), "your-journey-starts-with.json");
  EXPECT_NE(view_.dialogs.folder, path("pictures"));
}

TEST_F(DocumentFilesTest, TheDialogsStartWhereTheDocumentOrTheLastOneIs) {
  std::filesystem::create_directory(folder_ / "a");
  carry_out(SaveFileAs{path("a/p.json")});
  carry_out(ListFolder{});
  EXPECT_EQ(view_.dialogs.folder, path("a"));
  carry_out(OpenPreset{"dog"});
  carry_out(ListFolder{});
  EXPECT_EQ(view_.dialogs.folder, path("a")) << "where documents were saved last";
  std::filesystem::remove_all(folder_ / "a");
  carry_out(ListFolder{});
  EXPECT_NE(view_.dialogs.folder, path("a")) << "it is gone";
  EXPECT_EQ(view_.dialogs.listing_error, "");
}

TEST_F(DocumentFilesTest, AFolderIsShownWithoutASlashAtItsEnd) {
  carry_out(ListFolder{folder_.path().string() + "/"});
  EXPECT_EQ(view_.dialogs.folder, folder_.path());
  carry_out(ListFolder{"/"});
  EXPECT_EQ(view_.dialogs.folder, "/");
}

TEST_F(DocumentFilesTest, SaveReplacesTheFileOfTheDocumentWithoutAsking) {
  carry_out(SaveFileAs{path("p.json")});
  session_.mark_unsaved();
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::none);
  EXPECT_FALSE(session_.is_modified());
  EXPECT_TRUE(read_document(path("p.json")));
}

TEST_F(DocumentFilesTest, SaveAsReplacesNothingThatTheAnswerDoesNotCover) {
  put(folder_ / "p.json", "mine");
  EXPECT_TRUE(is_taken(path("p.json")));
  EXPECT_FALSE(is_taken(path("q.json")));
  view_.dialogs.open = Dialog::save_file;
  carry_out(SaveFileAs{path("p.json"), false});
  EXPECT_EQ(contents(folder_ / "p.json"), "mine");
  EXPECT_NE(view_.dialogs.problem, "");
  EXPECT_EQ(view_.dialogs.open, Dialog::save_file);
  EXPECT_EQ(view_.file_path, "");
  carry_out(SaveFileAs{path("p.json"), true});
  EXPECT_TRUE(read_document(path("p.json")));
  EXPECT_EQ(view_.file_path, path("p.json"));
}

/// Another program writes a document with this title.
void put_theirs(const std::filesystem::path& path, const std::string& title) {
  Document document = *load_preset("dog");
  document.title = title;
  ASSERT_TRUE(write_document(path, document));
}

TEST_F(DocumentFilesTest, SavingAsksBeforeItReplacesTheChangeOfAnotherProgram) {
  carry_out(SaveFileAs{path("p.json")});
  put_theirs(path("p.json"), "theirs");
  const std::string theirs = contents(path("p.json"));
  session_.mark_unsaved();
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::changed_file);
  EXPECT_TRUE(view_.dialogs.changed_file.is_saving);
  EXPECT_EQ(contents(path("p.json")), theirs);
  EXPECT_TRUE(session_.is_modified());

  carry_out(KeepMine{});
  EXPECT_TRUE(read_document(path("p.json"))->document == session_.document());
  EXPECT_FALSE(session_.is_modified());
  view_.dialogs.open = Dialog::none;
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::none) << "what we wrote ourselves is no change";
}

TEST_F(DocumentFilesTest, SaveAsUnderTheNameOfTheOpenFileAsksToo) {
  carry_out(SaveFileAs{path("p.json")});
  put_theirs(path("p.json"), "theirs");
  view_.dialogs.open = Dialog::save_file;
  carry_out(SaveFileAs{path("p.json"), true});
  EXPECT_EQ(view_.dialogs.open, Dialog::changed_file);
  EXPECT_EQ(read_document(path("p.json"))->document.title, "theirs");
}

TEST_F(DocumentFilesTest, WhatChangesWhileThePersonIsAskedIsAskedAboutAnew) {
  carry_out(SaveFileAs{path("p.json")});
  put_theirs(path("p.json"), "theirs");
  carry_out(SaveFile{});
  put_theirs(path("p.json"), "theirs, later");
  view_.dialogs.open = Dialog::none;
  carry_out(KeepMine{});
  EXPECT_EQ(view_.dialogs.open, Dialog::changed_file);
  EXPECT_EQ(read_document(path("p.json"))->document.title, "theirs, later");
}

TEST_F(DocumentFilesTest, LeaveToReplaceAFileIsForWhatThePersonWasAskedAbout) {
  carry_out(SaveFileAs{path("p.json")});
  put_theirs(path("p.json"), "theirs");
  carry_out(SaveFile{});
  ASSERT_EQ(view_.dialogs.open, Dialog::changed_file);
  view_.dialogs.open = Dialog::none;
  std::filesystem::remove(path("p.json"));
  std::filesystem::create_directory(path("p.json"));
  carry_out(KeepMine{});  // fails, since the path is a folder
  std::filesystem::remove(path("p.json"));
  put_theirs(path("p.json"), "theirs, later");
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::changed_file);
  EXPECT_EQ(read_document(path("p.json"))->document.title, "theirs, later");
}

TEST_F(DocumentFilesTest, AnotherDocumentAnswersTheQuestionWhetherToSave) {
  view_.dialogs.open = Dialog::unsaved_changes;
  view_.dialogs.after = AfterSaving::quit;
  carry_out(OpenPreset{"dog"});
  EXPECT_EQ(view_.dialogs.open, Dialog::none);
  EXPECT_EQ(view_.dialogs.after, AfterSaving::nothing);
}

TEST_F(DocumentFilesTest, AFileThatCannotBeReadAtSavingIsNotSaidToHaveChanged) {
  carry_out(SaveFileAs{path("p.json")});
  session_.mark_unsaved();
  std::filesystem::remove(path("p.json"));
  std::filesystem::create_directory(path("p.json"));
  view_.dialogs.after = AfterSaving::quit;
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::none);
  EXPECT_EQ(view_.dialogs.after, AfterSaving::nothing) << "a later save does not close the window";
  ASSERT_TRUE(view_.notice);
  EXPECT_EQ(view_.notice->text, "The document was not saved. " + path("p.json") +
                                    ": This is a folder, not a file. Save the document under another name "
                                    "(Ctrl+Shift+S), or try again once the file can be read.");
  EXPECT_TRUE(session_.is_modified());
}

TEST_F(DocumentFilesTest, AFileOrAFolderThatMayNoLongerBeReadIsReported) {
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
  EXPECT_TRUE(test::is_true_without_root([&] {
    std::filesystem::create_directory(folder_ / "a");
    carry_out(SaveFileAs{path("a/p.json")});
    const auto says = [&](const std::string& words) {
      return view_.notice && view_.notice->is_error && view_.notice->text.find(words) != std::string::npos &&
             view_.notice->text.find("Save the document under another name") != std::string::npos &&
             view_.dialogs.open == Dialog::none && session_.is_modified();
    };
    for (const std::string locked : {"a/p.json", "a"}) {
      ::chmod(path(locked).c_str(), 0);
      view_.notice.reset();
      document_files_.look_at_file();
      if (!says("can no longer be read")) return false;
      view_.notice.reset();
      document_files_.look_at_file();
      if (view_.notice) return false;  // only one notice
      carry_out(SaveFile{});
      if (!says("not saved")) return false;
      ::chmod(path(locked).c_str(), 0777);
      document_files_.look_at_file();
    }
    carry_out(SaveFile{});
    return !session_.is_modified();
  }));
}

TEST_F(DocumentFilesTest, TheirsIsTakenAsItIsOnTheDisk) {
  carry_out(SaveFileAs{path("p.json")});
  put_theirs(path("p.json"), "theirs");
  carry_out(SaveFile{});
  carry_out(TakeTheirs{});
  EXPECT_EQ(session_.document().title, "theirs");
  EXPECT_EQ(view_.file_path, path("p.json"));
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::none);
}

TEST_F(DocumentFilesTest, SavedAsACopyBothAreThere) {
  carry_out(SaveFileAs{path("p.json")});
  put_theirs(path("p.json"), "theirs");
  put(folder_ / "p-2.json", "taken");
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.changed_file.copy_name, "p-3.json");
  carry_out(SaveAsCopy{});
  EXPECT_EQ(read_document(path("p.json"))->document.title, "theirs");
  EXPECT_TRUE(read_document(path("p-3.json"))->document == session_.document());
  EXPECT_EQ(contents(folder_ / "p-2.json"), "taken");
  EXPECT_EQ(view_.file_path, path("p-3.json"));
}

TEST_F(DocumentFilesTest, LookingAtTheWindowAgainTellsOfAChangeOnce) {
  carry_out(SaveFileAs{path("p.json")});
  document_files_.look_at_file();
  EXPECT_EQ(view_.dialogs.open, Dialog::none);
  put_theirs(path("p.json"), "theirs");
  document_files_.look_at_file();
  EXPECT_EQ(view_.dialogs.open, Dialog::changed_file);
  EXPECT_FALSE(view_.dialogs.changed_file.is_saving);
  view_.dialogs.open = Dialog::none;  // as Cancel does
  document_files_.look_at_file();
  EXPECT_EQ(view_.dialogs.open, Dialog::none) << "the person knows";
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::changed_file) << "but saving asks";
  view_.dialogs.open = Dialog::none;
  put_theirs(path("p.json"), "theirs, later");
  document_files_.look_at_file();
  EXPECT_EQ(view_.dialogs.open, Dialog::changed_file) << "another change";
}

TEST_F(DocumentFilesTest, MineKeptWhileLookingIsUnsavedAndSavedWithoutAskingAgain) {
  carry_out(SaveFileAs{path("p.json")});
  put_theirs(path("p.json"), "theirs");
  document_files_.look_at_file();
  carry_out(KeepMine{});
  view_.dialogs.open = Dialog::none;
  EXPECT_EQ(read_document(path("p.json"))->document.title, "theirs") << "nothing is written yet";
  EXPECT_TRUE(session_.is_modified());
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::none);
  EXPECT_TRUE(read_document(path("p.json"))->document == session_.document());
}

TEST_F(DocumentFilesTest, ATouchedFileIsNoChange) {
  carry_out(SaveFileAs{path("p.json")});
  const auto time = std::filesystem::last_write_time(path("p.json"));
  std::filesystem::last_write_time(path("p.json"), time + std::chrono::seconds(10));
  document_files_.look_at_file();
  carry_out(SaveFile{});
  EXPECT_EQ(view_.dialogs.open, Dialog::none);
}

TEST_F(DocumentFilesTest, AFileThatIsGoneIsSaidToBeAndWrittenAgain) {
  carry_out(SaveFileAs{path("p.json")});
  std::filesystem::remove(path("p.json"));
  document_files_.look_at_file();
  ASSERT_TRUE(view_.notice);
  EXPECT_NE(view_.notice->text.find("p.json"), std::string::npos);
  EXPECT_TRUE(session_.is_modified()) << "it is saved nowhere";
  view_.notice.reset();
  document_files_.look_at_file();
  EXPECT_FALSE(view_.notice) << "once";
  carry_out(SaveFile{});
  EXPECT_TRUE(read_document(path("p.json")));
}

TEST_F(DocumentFilesTest, TwoWindowsOnOneFileDoNotOverwriteEachOther) {
  carry_out(SaveFileAs{path("p.json")});
  Session second_session{*load_preset("dog")};
  ViewState second_view{attention_lab::testing::bare_services()};
  DocumentFiles second(second_session, second_view, false);
  ActionQueue queue;
  second.handle(OpenFile{path("p.json")}, queue);
  second_session.mark_unsaved();
  carry_out(SaveFile{});  // the same bytes: not a change
  second.handle(SaveFile{}, queue);
  EXPECT_EQ(second_view.dialogs.open, Dialog::none);
  session_.open(*load_preset("dream"));
  carry_out(SaveFile{});
  second.handle(SaveFile{}, queue);
  EXPECT_EQ(second_view.dialogs.open, Dialog::changed_file);
  EXPECT_TRUE(read_document(path("p.json"))->document == *load_preset("dream"));
}

TEST_F(DocumentFilesTest, ALinkThatLeadsNowhereIsTaken) {
  std::filesystem::create_symlink(folder_ / "gone", folder_ / "link.json");
  EXPECT_TRUE(is_taken(path("link.json")));
}

}  // namespace
}  // namespace attention_lab
