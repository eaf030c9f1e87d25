// Unsaved work: kept, offered at the next start, and restored.
#include "app/window/crash_recovery.h"

#include <atomic>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "app/files/document_file.h"
#include "app/files/file_descriptor.h"
#include "app/files/presets.h"
#include "app/window/document_files.h"
#include "core/document/edits.h"
#include "support.h"
#include "surroundings.h"

namespace attention_lab {
namespace {

using test::contents;
using test::put;
using test::TemporaryFolder;

/// Documents that are kept and offered, in a folder of their own.
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
      document_files.recovery().take_news();
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
    document_files.recovery().offer_abandoned();
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
  document_files.recovery().offer_abandoned();
  wait_for_offer(document_files);
  answer(document_files, DiscardRecovered{});
  EXPECT_TRUE(std::filesystem::is_empty(recovery()));
}

TEST_F(RecoveredDocuments, AFileOfALaterVersionIsOfferedWithASentence) {
  abandon("1-0", "", R"({"format": "attention-lab/document", "version": 2})");
  DocumentFiles document_files(session_, view_, true);
  document_files.recovery().offer_abandoned();
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
  document_files.recovery().offer_abandoned();
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
  document_files.recovery().offer_abandoned();
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
  document_files.recovery().offer_abandoned();
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
  document_files.recovery().offer_abandoned();
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
  Document theirs = *load_preset("dog");
  theirs.title = "theirs";
  for (const bool has_changed : {false, true}) {
    SCOPED_TRACE(has_changed);
    ASSERT_TRUE(!has_changed || write_document(file, theirs));
    DocumentFiles document_files(session_, view_, true);
    document_files.recovery().offer_abandoned();
    wait_for_offer(document_files);
    answer(document_files, RestoreRecovered{});
    document_files.handle(SaveFile{}, queue_);
    EXPECT_EQ(view_.dialogs.open, has_changed ? Dialog::changed_file : Dialog::none);
    if (has_changed) break;
    EXPECT_TRUE(read_document(file)->document == *load_preset("dream"));
    ASSERT_TRUE(write_document(file, *load_preset("dog")));
    document_files.recovery().forget_work();
    RecoveryFile again(recovery());
    ASSERT_TRUE(again.write(*load_preset("dream"), {file, read_document_and_stamp(file)->stamp}));
  }
  EXPECT_EQ(read_document(file)->document.title, "theirs");
}

TEST_F(RecoveredDocuments, KeepsWhatIsPreviewedAndForgetsWhatIsTakenBack) {
  DocumentFiles document_files(session_, view_, true);
  document_files.recovery().keep_work();
  ASSERT_TRUE(document_files.recovery().flush_work());
  EXPECT_FALSE(std::filesystem::exists(recovery())) << "nothing has changed";
  session_.preview(*edits::set_mask(session_.document(), Mask::causal));
  document_files.recovery().keep_work();
  ASSERT_TRUE(document_files.recovery().flush_work());
  EXPECT_TRUE(*document_files.recovery().flush_work());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(recovery()), {}), 2) << "document and lock";
  session_.cancel_preview();
  document_files.recovery().keep_work();
  ASSERT_TRUE(document_files.recovery().flush_work());
  EXPECT_TRUE(std::filesystem::is_empty(recovery()));
}

TEST_F(RecoveredDocuments, WhereNothingCanBeKeptThePersonIsTold) {
  put(folder_ / "attention-lab", "a file where the folder should be");
  std::atomic<int> calls = 0;
  DocumentFiles document_files(session_, view_, true, [&] { ++calls; });
  session_.commit(*edits::set_mask(session_.document(), Mask::causal));
  document_files.recovery().keep_work();
  test::wait_until([&] { return calls > 0; });
  EXPECT_TRUE(document_files.recovery().take_news());
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
    document_files.recovery().keep_work();
    is_right = is_right && !view_.notice;
    session_.commit(*edits::set_mask(session_.document(), Mask::causal));
    document_files.recovery().keep_work();
    is_right = is_right && view_.notice && view_.notice->is_error;
    view_.notice.reset();
    session_.undo();
    session_.redo();
    document_files.recovery().keep_work();
    ::_exit(is_right && !view_.notice ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace attention_lab
