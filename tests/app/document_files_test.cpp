// Document files: the folders shown by the dialogs, and what saving may replace.
#include "app/window/document_files.h"

#include <atomic>
#include <chrono>
#include <ctime>
#include <fcntl.h>

#include <gtest/gtest.h>

#include "app/files/document_file.h"
#include "app/files/file_descriptor.h"
#include "app/files/folder_listing.h"
#include "app/files/presets.h"
#include "core/document/edits.h"
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

/// A DocumentFiles that keeps and offers work, with its own recovery folder.
class RecoveredDocuments : public ::testing::Test {
 protected:
  RecoveredDocuments() { ::setenv("XDG_STATE_HOME", folder_.path().c_str(), 1); }
  ~RecoveredDocuments() override { ::unsetenv("XDG_STATE_HOME"); }

  std::filesystem::path recovery() const { return folder_ / "attention-lab/recovery"; }

  /// Work left by a program that is no longer running.
  void abandon(const std::string& name, const std::string& original, const std::string& text) {
    std::filesystem::create_directories(recovery());
    put(recovery() / (name + ".lock"), original);
    put(recovery() / (name + ".json"), text);
  }

  /// Waits until the background thread has read the recovered work.
  void wait_for_offer(DocumentFiles& document_files) {
    test::wait_until([&] {
      document_files.take_news();
      return view_.dialogs.open == Dialog::recovered;
    });
  }

  void answer(DocumentFiles& document_files, const Action& action) {
    view_.dialogs.open = Dialog::none;  // as the dialog does
    document_files.handle(action, queue_);
  }

  const TemporaryFolder folder_;
  Session session_{*load_preset("journey")};
  ViewState view_{attention_lab::testing::bare_services()};
  ActionQueue queue_;
};

TEST_F(RecoveredDocuments, ADamagedFileIsOfferedWithASentenceAndLeftAlone) {
  abandon("1-0", "/home/ada/lesson.json", "{ not a document");
  {
    DocumentFiles document_files(session_, view_, true);
    document_files.offer_recovered();
    wait_for_offer(document_files);
    const RecoveredWork& work = view_.dialogs.recovered;
    EXPECT_EQ(work.name, "lesson.json");
    EXPECT_EQ(work.folder, "/home/ada");
    EXPECT_NE(work.problem.find("damaged"), std::string::npos) << work.problem;
    EXPECT_EQ(work.file, recovery() / "1-0.json");
    answer(document_files, RestoreRecovered{});
    EXPECT_TRUE(session_.document() == *load_preset("journey")) << "there is nothing to restore";
    answer(document_files, KeepRecovered{});
  }
  EXPECT_EQ(contents(recovery() / "1-0.json"), "{ not a document");
  EXPECT_EQ(find_abandoned(recovery()).size(), 1u) << "offered again at the next start";
  DocumentFiles document_files(session_, view_, true);
  document_files.offer_recovered();
  wait_for_offer(document_files);
  answer(document_files, DiscardRecovered{});
  EXPECT_TRUE(std::filesystem::is_empty(recovery()));
}

TEST_F(RecoveredDocuments, AFileOfALaterVersionIsOfferedWithASentence) {
  abandon("1-0", "", R"({"format": "attention-lab/document", "version": 2})");
  DocumentFiles document_files(session_, view_, true);
  document_files.offer_recovered();
  wait_for_offer(document_files);
  const std::string& problem = view_.dialogs.recovered.problem;
  EXPECT_NE(problem.find("later"), std::string::npos) << problem;
  EXPECT_EQ(problem.find("damaged"), std::string::npos) << problem;
  EXPECT_TRUE(std::filesystem::exists(recovery() / "1-0.json"));
}

TEST_F(RecoveredDocuments, TheDateHasAYearAndTheNameNoQuotesOfOurs) {
  abandon("1-0", "", to_json(*load_preset("journey")));
  test::set_time(recovery() / "1-0.json", 1793894400);  // 5 November 2026, 16:00 UTC
  ::setenv("TZ", "UTC", 1);
  ::tzset();
  DocumentFiles document_files(session_, view_, true);
  document_files.offer_recovered();
  wait_for_offer(document_files);
  EXPECT_EQ(view_.dialogs.recovered.when, "on\u00A05\u00A0November\u00A02026 at\u00A016:00");
  EXPECT_EQ(view_.dialogs.recovered.name, load_preset("journey")->title);
}

TEST_F(RecoveredDocuments, AFileThatTakesLongToReadDoesNotHoldUpTheStart) {
  abandon("1-0", "", "");
  const std::filesystem::path pipe = recovery() / "1-0.json";
  std::filesystem::remove(pipe);
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);  // readers wait for a writer
  FileDescriptor writer(::open(pipe.c_str(), O_RDWR | O_CLOEXEC));
  std::atomic<int> calls = 0;
  DocumentFiles document_files(session_, view_, true, [&] { ++calls; });
  document_files.offer_recovered();
  EXPECT_EQ(view_.dialogs.open, Dialog::none) << "the window opens meanwhile";
  EXPECT_EQ(calls, 0);
  const std::string text = to_json(*load_preset("dream"));
  ASSERT_EQ(::write(writer.number(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  ASSERT_TRUE(writer.close());
  wait_for_offer(document_files);
  EXPECT_EQ(calls, 1) << "the window is woken to show it";
}

TEST_F(RecoveredDocuments, TheNextOneIsOfferedOnceTheFirstIsAnswered) {
  abandon("1-0", "/home/ada/a.json", to_json(*load_preset("dog")));
  abandon("2-0", "/home/ada/b.json", to_json(*load_preset("dream")));
  DocumentFiles document_files(session_, view_, true);
  document_files.offer_recovered();
  wait_for_offer(document_files);
  const std::string first = view_.dialogs.recovered.name;
  EXPECT_EQ(view_.dialogs.recovered.number, 1u);
  EXPECT_EQ(view_.dialogs.recovered.count, 2u);
  answer(document_files, KeepRecovered{});
  wait_for_offer(document_files);
  EXPECT_NE(view_.dialogs.recovered.name, first);
  EXPECT_EQ(view_.dialogs.recovered.number, 2u);
  EXPECT_EQ(view_.dialogs.recovered.count, 2u);
  answer(document_files, RestoreRecovered{});
  EXPECT_TRUE(session_.document() == *load_preset(first == "a.json" ? "dream" : "dog"));
  EXPECT_TRUE(session_.is_modified());
}

TEST_F(RecoveredDocuments, AfterRestoringThePersonIsToldOfTheOthers) {
  for (const char* name : {"1-0", "2-0", "3-0"}) abandon(name, "", to_json(*load_preset("dog")));
  DocumentFiles document_files(session_, view_, true);
  document_files.offer_recovered();
  wait_for_offer(document_files);
  answer(document_files, RestoreRecovered{});
  ASSERT_TRUE(view_.notice);
  EXPECT_EQ(view_.notice->text,
            "Restored. It is not saved yet. The other 2 documents will be offered again the next time you "
            "start the program.");
}

TEST_F(RecoveredDocuments, WhatIsRestoredDoesNotReplaceAFileThatChangedSince) {
  const std::string file = (folder_ / "lesson.json").string();
  ASSERT_TRUE(write_document(file, *load_preset("dog")));
  {
    RecoveryFile kept(recovery());
    ASSERT_TRUE(kept.write(*load_preset("dream"), {file, read_document_and_stamp(file)->stamp}));
  }
  for (const bool has_changed : {false, true}) {
    SCOPED_TRACE(has_changed);
    if (has_changed) put_theirs(file, "theirs");
    DocumentFiles document_files(session_, view_, true);
    document_files.offer_recovered();
    wait_for_offer(document_files);
    answer(document_files, RestoreRecovered{});
    document_files.handle(SaveFile{}, queue_);
    EXPECT_EQ(view_.dialogs.open, has_changed ? Dialog::changed_file : Dialog::none);
    if (has_changed) break;
    EXPECT_TRUE(read_document(file)->document == *load_preset("dream"));
    ASSERT_TRUE(write_document(file, *load_preset("dog")));
    document_files.forget_work();
    RecoveryFile again(recovery());
    ASSERT_TRUE(again.write(*load_preset("dream"), {file, read_document_and_stamp(file)->stamp}));
  }
  EXPECT_EQ(read_document(file)->document.title, "theirs");
}

TEST_F(RecoveredDocuments, KeepsWhatIsPreviewedAndForgetsWhatIsTakenBack) {
  DocumentFiles document_files(session_, view_, true);
  document_files.keep_work();
  ASSERT_TRUE(document_files.flush_work());
  EXPECT_FALSE(std::filesystem::exists(recovery())) << "nothing has changed";
  session_.preview(*edits::set_mask(session_.document(), Mask::causal));
  document_files.keep_work();
  ASSERT_TRUE(document_files.flush_work());
  EXPECT_TRUE(*document_files.flush_work());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(recovery()), {}), 2) << "document and lock";
  session_.cancel_preview();
  document_files.keep_work();
  ASSERT_TRUE(document_files.flush_work());
  EXPECT_TRUE(std::filesystem::is_empty(recovery()));
}

TEST_F(RecoveredDocuments, WhereNothingCanBeKeptThePersonIsTold) {
  put(folder_ / "attention-lab", "a file where the folder should be");
  std::atomic<int> calls = 0;
  DocumentFiles document_files(session_, view_, true, [&] { ++calls; });
  session_.commit(*edits::set_mask(session_.document(), Mask::causal));
  document_files.keep_work();
  test::wait_until([&] { return calls > 0; });
  EXPECT_TRUE(document_files.take_news());
  ASSERT_TRUE(view_.notice);
  EXPECT_TRUE(view_.notice->is_error && view_.notice->outlasts_edits);
}

TEST_F(RecoveredDocuments, WhereThereIsNoFolderAtAllThePersonIsToldOnceThereIsSomethingToKeep) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become a user without an account";
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t nobody_at_all = 3'987'654;
    bool is_right = ::setuid(nobody_at_all) == 0;
    ::unsetenv("HOME");
    ::unsetenv("XDG_STATE_HOME");
    DocumentFiles document_files(session_, view_, true);
    document_files.keep_work();
    is_right = is_right && !view_.notice;
    session_.commit(*edits::set_mask(session_.document(), Mask::causal));
    document_files.keep_work();
    is_right = is_right && view_.notice && view_.notice->is_error;
    view_.notice.reset();
    session_.undo();
    session_.redo();
    document_files.keep_work();
    ::_exit(is_right && !view_.notice ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_F(DocumentFilesTest, ALinkThatLeadsNowhereIsTaken) {
  std::filesystem::create_symlink(folder_ / "gone", folder_ / "link.json");
  EXPECT_TRUE(is_taken(path("link.json")));
}

}  // namespace
}  // namespace attention_lab
