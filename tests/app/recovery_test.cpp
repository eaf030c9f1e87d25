// Unsaved work survives the program that kept it and is offered once.
#include "app/files/recovery.h"

#include <csignal>

#include <gtest/gtest.h>

#include "app/files/document_file.h"
#include "support.h"

namespace attention_lab {
namespace {

using test::small_document;
using test::TemporaryFolder;

Document titled(const std::string& title) {
  Document document = small_document();
  document.title = title;
  return document;
}

/// A program that keeps its work and is then killed. (Children inherit locks, so the parent must not hold the
/// lock of a RecoveryFile at that time.)
void die_with(const std::filesystem::path& folder, const Document& document, const OriginalFile& original) {
  const pid_t child = ::fork();
  if (child == 0) {
    RecoveryFile file(folder);
    if (!file.write(titled("an earlier state"), {"elsewhere, and longer", {}})) ::_exit(1);
    if (!file.write(document, original)) ::_exit(1);
    ::raise(SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status)) << "the child could not write";
}

TEST(Recovery, AKilledProgramsWorkIsOfferedBack) {
  const TemporaryFolder folder;
  die_with(folder / "state/recovery", titled("unsaved"), {"/home/ada/lesson.json", FileStamp{1, 2, 3, 4, 5}});
  constexpr std::time_t then = 1793894400;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "state/recovery"))
    test::set_time(entry.path(), then);
  const auto found = find_abandoned(folder / "state/recovery");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(read_document(found[0].file)->document == titled("unsaved"));
  EXPECT_EQ(found[0].original.path, "/home/ada/lesson.json");
  ASSERT_TRUE(found[0].original.stamp);
  EXPECT_EQ(found[0].original.stamp->size, 4u);
  EXPECT_EQ(found[0].original.stamp->content, 5u);
  EXPECT_EQ(found[0].time, std::chrono::system_clock::from_time_t(then));
}

TEST(Recovery, WhatIsDiscardedIsGone) {
  const TemporaryFolder folder;
  die_with(folder.path(), titled("unsaved"), {});
  for (const Recovered& recovered : find_abandoned(folder.path())) discard(recovered);
  EXPECT_TRUE(find_abandoned(folder.path()).empty());
  EXPECT_TRUE(folder.names().empty());
}

TEST(Recovery, WhatIsNeitherTakenNorDiscardedIsOfferedAgain) {
  const TemporaryFolder folder;
  die_with(folder.path(), titled("unsaved"), {});
  EXPECT_EQ(find_abandoned(folder.path()).size(), 1u);
  EXPECT_EQ(find_abandoned(folder.path()).size(), 1u);
}

TEST(Recovery, OnlyOneProgramIsOfferedTheSameWork) {
  const TemporaryFolder folder;
  die_with(folder.path(), titled("unsaved"), {});
  const auto first = find_abandoned(folder.path());
  EXPECT_EQ(first.size(), 1u);
  EXPECT_TRUE(find_abandoned(folder.path()).empty());
}

TEST(Recovery, ALivingProgramsWorkIsLeftAlone) {
  const TemporaryFolder folder;
  RecoveryFile living(folder.path());
  ASSERT_TRUE(living.write(titled("mine"), {}));
  EXPECT_TRUE(find_abandoned(folder.path()).empty());
  ASSERT_TRUE(living.write(titled("mine, later"), {}));
  EXPECT_TRUE(find_abandoned(folder.path()).empty());
}

TEST(Recovery, ProgramsDoNotDisturbEachOther) {
  const TemporaryFolder folder;
  die_with(folder.path(), titled("first"), {});
  die_with(folder.path(), titled("second"), {});
  RecoveryFile third(folder.path());
  RecoveryFile fourth(folder.path());
  ASSERT_TRUE(third.write(titled("third"), {}));
  ASSERT_TRUE(fourth.write(titled("fourth"), {}));
  third.remove();
  EXPECT_EQ(find_abandoned(folder.path()).size(), 2u);
  fourth.remove();
  EXPECT_EQ(folder.names().size(), 4u);
}

TEST(Recovery, ACleanExitLeavesNothing) {
  const TemporaryFolder folder;
  {
    RecoveryFile unused(folder / "recovery");
    RecoveryFile file(folder / "recovery");
    ASSERT_TRUE(file.write(titled("saved at last"), {}));
    file.remove();
    ASSERT_TRUE(file.write(titled("changed again"), {}));
    file.remove();
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder / "recovery"));
}

TEST(Recovery, AProgramThatNeverWritesLeavesNoTrace) {
  const TemporaryFolder folder;
  { RecoveryFile unused(folder / "recovery"); }
  EXPECT_TRUE(folder.names().empty());
  EXPECT_TRUE(find_abandoned(folder / "recovery").empty());
}

TEST(Recovery, WhatIsNoDocumentIsOfferedAndLeftAsItIs) {
  const TemporaryFolder folder;
  test::put(folder / "1-0.lock", "/home/ada/lesson.json");
  test::put(folder / "1-0.json", "{ not a document");
  for (int start = 0; start < 2; ++start) {
    const auto found = find_abandoned(folder.path());
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].file, folder / "1-0.json");
    EXPECT_EQ(found[0].original, (OriginalFile{"/home/ada/lesson.json", std::nullopt}));
    EXPECT_EQ(test::contents(found[0].file), "{ not a document");
  }
}

TEST(Recovery, ALockOfAProgramThatNeverWroteIsCleared) {
  const TemporaryFolder folder;
  test::put(folder / "2-0.lock", "");
  EXPECT_TRUE(find_abandoned(folder.path()).empty());
  EXPECT_TRUE(folder.names().empty());
}

/// The ID of a process that has ended.
pid_t dead_program() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  int status = 0;
  ::waitpid(child, &status, 0);
  return child;
}

TEST(Recovery, ADocumentWhoseLockFileIsMissingIsOfferedOnce) {
  const TemporaryFolder folder;
  const std::string name = std::to_string(dead_program()) + "-0.json";
  test::put(folder / name, to_json(titled("unsaved")));
  std::filesystem::create_directory(folder / "folder.json");
  for (int start = 0; start < 2; ++start) {
    const auto found = find_abandoned(folder.path());
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].file, folder / name);
    EXPECT_EQ(found[0].original, OriginalFile{});
    EXPECT_TRUE(find_abandoned(folder.path()).empty()) << "it is being offered already";
  }
  discard(find_abandoned(folder.path()).at(0));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"folder.json"});
}

TEST(Recovery, ADocumentWhoseLockFileIsMissingIsNotOverwrittenByAProgramOfTheSameNumber) {
  const TemporaryFolder folder;
  const std::filesystem::path left = folder / (std::to_string(::getpid()) + "-0.json");
  test::put(left, "left by a dead program");
  RecoveryFile file(folder.path());
  ASSERT_TRUE(file.write(titled("mine"), {}));
  EXPECT_EQ(test::contents(left), "left by a dead program");
}

TEST(Recovery, AProgramThatRunsKeepsItsWorkThoughItsLockFileIsMissing) {
  const TemporaryFolder folder;
  RecoveryFile file(folder.path());
  ASSERT_TRUE(file.write(titled("mine"), {}));
  const std::string name = std::to_string(::getpid()) + "-0";
  std::filesystem::remove(folder / (name + ".lock"));
  EXPECT_TRUE(find_abandoned(folder.path()).empty());
  EXPECT_TRUE(std::filesystem::exists(folder / (name + ".json")));
}

TEST(Recovery, ALockFileOfAnotherProgramIsNotRemoved) {
  const TemporaryFolder folder;
  RecoveryFile file(folder.path());
  ASSERT_TRUE(file.write(titled("mine"), {}));
  const std::filesystem::path lock = folder / (std::to_string(::getpid()) + "-0.lock");
  std::filesystem::remove(lock);
  test::put(lock, "of another program");
  file.remove();
  EXPECT_EQ(test::contents(lock), "of another program");
}

TEST(Recovery, AProgramWhoseLockFileIsRemovedTakesItsNameAgain) {
  const TemporaryFolder folder;
  RecoveryFile file(folder.path());
  ASSERT_TRUE(file.write(titled("mine"), {}));
  std::filesystem::remove(folder / (std::to_string(::getpid()) + "-0.lock"));
  ASSERT_TRUE(file.write(titled("mine, later"), {}));
  EXPECT_EQ(folder.names().size(), 2u);
  EXPECT_TRUE(find_abandoned(folder.path()).empty());
}

TEST(Recovery, AFolderThatCannotBeMadeIsAnError) {
  const TemporaryFolder folder;
  test::put(folder / "file", "");
  RecoveryFile file(folder / "file/recovery");
  EXPECT_FALSE(file.write(small_document(), {}));
  file.remove();
}

}  // namespace
}  // namespace attention_lab
