// Files are read within limits, and written completely or not at all.
#include "app/files/text_file.h"

#include <array>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/xattr.h>

#include <gtest/gtest.h>

#include "app/files/file_descriptor.h"
#include "support.h"

namespace attention_lab {
namespace {

using test::contents;
using test::put;
using test::TemporaryFolder;
namespace fs = std::filesystem;

constexpr std::uintmax_t generous = 1 << 20;

mode_t mode_of(const fs::path& path) {
  struct stat status {};
  ::stat(path.c_str(), &status);
  return status.st_mode & 07777;
}

TEST(ReadFile, GivesEveryByte) {
  const TemporaryFolder folder;
  const std::string text("a\0b\r\n\xFF", 6);
  put(folder / "a", text);
  const auto read = read_file(folder / "a", generous);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, text);
  put(folder / "empty", "");
  EXPECT_EQ(*read_file(folder / "empty", generous), "");
}

TEST(ReadFile, WhatCannotBeReadIsSaidPlainly) {
  const TemporaryFolder folder;
  const std::string place = (folder / "a").string();
  EXPECT_EQ(read_file(folder / "a", generous).error(),
            (Error{ErrorCode::not_found, "There is no such file.", place}));
  EXPECT_EQ(read_file(folder.path(), generous).error(),
            (Error{ErrorCode::not_readable, "This is a folder, not a file.", folder.path().string()}));
  fs::create_symlink("a", folder / "a");
  EXPECT_EQ(read_file(folder / "a", generous).error(),
            (Error{ErrorCode::not_readable, "These symbolic links form a loop.", place}));
  EXPECT_EQ(read_file("", generous).error().code, ErrorCode::not_found);
  EXPECT_EQ(read_file(folder / std::string(300, 'x'), generous).error().message, "The name is too long.");
}

TEST(ReadFile, AFileWithoutPermissionIsNotReadable) {
  const TemporaryFolder folder;
  put(folder / "secret", "x");
  ::chmod((folder / "secret").c_str(), 0);
  EXPECT_TRUE(test::is_true_without_root([&] {
    const auto read = read_file(folder / "secret", generous);
    return !read && read.error().code == ErrorCode::not_readable &&
           read.error().message == "You do not have permission to read this file.";
  }));
}

TEST(ReadFile, AGigabyteIsRefusedByItsSizeAlone) {
  const TemporaryFolder folder;
  put(folder / "big", "");
  ASSERT_EQ(::truncate((folder / "big").c_str(), off_t{1} << 30), 0);
  const auto read = read_file(folder / "big", std::uintmax_t{512} << 20);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "The file is 1.0 GB; the limit is 512 MB.");
}

TEST(ReadFile, APipeIsReadUpToTheLimit) {
  EXPECT_FALSE(read_file("/dev/zero", 100'000));
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "hello", 5), 5);
  ::close(ends[1]);
  const auto read = read_file("/proc/self/fd/" + std::to_string(ends[0]), generous);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, "hello");
  ::close(ends[0]);
}

TEST(AtomicWrite, ReplacesTheWholeFile) {
  const TemporaryFolder folder;
  put(folder / "a", "a long old text");
  ASSERT_TRUE(write_file_atomically(folder / "a", "new"));
  EXPECT_EQ(contents(folder / "a"), "new");
  ASSERT_TRUE(write_file_atomically(folder / "b", ""));
  EXPECT_EQ(contents(folder / "b"), "");
  EXPECT_EQ(folder.names().size(), 2u);
}

TEST(AtomicWrite, KeepsThePermissionsOfWhatItReplaces) {
  const TemporaryFolder folder;
  put(folder / "a", "old");
  for (const mode_t mode : {0600u, 0640u, 0664u, 0755u}) {
    ::chmod((folder / "a").c_str(), mode);
    ASSERT_TRUE(write_file_atomically(folder / "a", "new"));
    EXPECT_EQ(mode_of(folder / "a"), mode);
  }
}

TEST(AtomicWrite, NewFilesFollowTheUmask) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  ASSERT_TRUE(write_file_atomically(folder / "a", "new"));
  ::umask(before);
  EXPECT_EQ(mode_of(folder / "a"), 0640u);
}

TEST(AtomicWrite, SymbolicLinksStayAndTheirTargetIsReplaced) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "elsewhere");
  put(folder / "elsewhere/target", "old");
  fs::create_symlink("elsewhere/target", folder / "link");
  fs::create_symlink("link", folder / "link to link");
  ASSERT_TRUE(write_file_atomically(folder / "link to link", "new"));
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_TRUE(fs::is_symlink(folder / "link to link"));
  EXPECT_EQ(contents(folder / "elsewhere/target"), "new");

  fs::create_symlink("not there yet", folder / "dangling");
  ASSERT_TRUE(write_file_atomically(folder / "dangling", "new"));
  EXPECT_TRUE(fs::is_symlink(folder / "dangling"));
  EXPECT_EQ(contents(folder / "not there yet"), "new");
}

TEST(AtomicWrite, WhereItCannotWriteItSaysWhy) {
  const TemporaryFolder folder;
  const auto message = [](const fs::path& path) { return write_file_atomically(path, "x").error().message; };
  EXPECT_EQ(message(folder / "no/such/a"), "The folder for this file does not exist.");
  EXPECT_EQ(message(folder.path()), "This is a folder, not a file.");
  EXPECT_EQ(message(folder / ""), "This is a folder, not a file.");
  EXPECT_EQ(message("/dev/full"), "This is not a regular file.");
  EXPECT_EQ(message(""), "A file needs a name.");
  EXPECT_EQ(message(folder / std::string(300, 'x')), "The name is too long.");
  put(folder / "file", "x");
  EXPECT_EQ(message(folder / "file/a"), "Part of this path is a file, not a folder.");
  fs::create_symlink("circle", folder / "circle");
  EXPECT_EQ(message(folder / "circle"), "These symbolic links form a loop.");
  EXPECT_EQ(folder.names().size(), 2u);
}

TEST(AtomicWrite, AFileOrFolderWithoutPermissionIsNotWritable) {
  const TemporaryFolder folder;
  put(folder / "protected", "old");
  ::chmod((folder / "protected").c_str(), 0444);
  ::chmod(folder.path().c_str(), 0777);
  EXPECT_TRUE(test::is_true_without_root([&] {
    const Status written = write_file_atomically(folder / "protected", "new");
    return !written && written.error().code == ErrorCode::not_writable;
  }));
  EXPECT_EQ(contents(folder / "protected"), "old");
  ::chmod(folder.path().c_str(), 0555);
  EXPECT_TRUE(test::is_true_without_root([&] {
    const Status written = write_file_atomically(folder / "new", "new");
    return !written && written.error().message == "You do not have permission to write here.";
  }));
  ::chmod(folder.path().c_str(), 0755);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"protected"});
}

TEST(AtomicWrite, AFailureHalfwayLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  put(folder / "a", "old");
  ::chmod(folder.path().c_str(), 0777);
  ::chmod((folder / "a").c_str(), 0666);
  EXPECT_TRUE(test::is_true_without_root([&] {
    // Like a full disk: the system prevents files from growing beyond 1,000 bytes.
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const Status written = write_file_atomically(folder / "a", std::string(100'000, 'x'));
    return !written && written.error().message == "The file is larger than the system allows.";
  }));
  EXPECT_EQ(contents(folder / "a"), "old");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a"});
}

TEST(AtomicWrite, KeepsExtendedAttributes) {
  const TemporaryFolder folder;
  const std::string path = (folder / "a").string();
  put(path, "old");
  const std::string tag = "lesson 3";
  if (::setxattr(path.c_str(), "user.tag", tag.data(), tag.size(), 0) != 0 && errno == ENOTSUP)
    GTEST_SKIP() << "the file system of " << folder.path() << " has no extended attributes";
  ASSERT_EQ(::setxattr(path.c_str(), "user.empty", "", 0, 0), 0);
  ASSERT_TRUE(write_file_atomically(path, "new"));
  EXPECT_EQ(contents(path), "new");
  std::array<char, 64> value{};
  const ssize_t size = ::getxattr(path.c_str(), "user.tag", value.data(), value.size());
  ASSERT_EQ(size, static_cast<ssize_t>(tag.size()));
  EXPECT_EQ(std::string(value.data(), tag.size()), tag);
  EXPECT_EQ(::getxattr(path.c_str(), "user.empty", value.data(), value.size()), 0);
}

TEST(AtomicWrite, OfAFileWithTwoNamesOneGetsTheNewContent) {
  const TemporaryFolder folder;
  put(folder / "a", "old");
  fs::create_hard_link(folder / "a", folder / "b");
  ASSERT_TRUE(write_file_atomically(folder / "a", "new"));
  EXPECT_EQ(contents(folder / "a"), "new");
  EXPECT_EQ(contents(folder / "b"), "old") << "as the README says";
}

TEST(WriteOver, ReplacesWhatWasSeenAndNothingElse) {
  const TemporaryFolder folder;
  put(folder / "a", "seen");
  const FileStamp seen = read_file_and_stamp(folder / "a", generous)->stamp;
  put(folder / "a", "of another program");
  const auto refused = write_file_over(folder / "a", "mine", seen);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "Another program has changed this file in the meantime.");
  EXPECT_EQ(contents(folder / "a"), "of another program");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a"});

  put(folder / "a", "seen");  // rewritten with the same bytes
  const auto written = write_file_over(folder / "a", "mine", seen);
  ASSERT_TRUE(written);
  EXPECT_EQ(contents(folder / "a"), "mine");
  EXPECT_FALSE(is_touched(folder / "a", *written));
  EXPECT_TRUE(write_file_over(folder / "a", "mine again", *written));
}

TEST(WriteOver, WhatAppearsWhileTheFileIsWrittenIsNotReplaced) {
  const TemporaryFolder folder;
  put(folder / "a", "seen");
  const FileStamp seen = read_file_and_stamp(folder / "a", generous)->stamp;
  Result<PendingFile> pending = PendingFile::write(folder / "a", "mine");
  ASSERT_TRUE(pending);
  put(folder / "a", "late");
  EXPECT_FALSE(std::move(pending).value().commit(seen));
  EXPECT_EQ(contents(folder / "a"), "late");

  Result<PendingFile> fresh = PendingFile::write(folder / "b", "mine");
  ASSERT_TRUE(fresh);
  put(folder / "b", "late");
  const auto placed = std::move(fresh).value().commit(Nothing{});
  ASSERT_FALSE(placed);
  EXPECT_EQ(placed.error().message, "A file with this name has appeared in the meantime.");
  EXPECT_EQ(contents(folder / "b"), "late");
  EXPECT_EQ(folder.names().size(), 2u);
}

TEST(WriteOver, AFileThatIsGoneIsWrittenAgain) {
  const TemporaryFolder folder;
  put(folder / "a", "seen");
  const FileStamp seen = read_file_and_stamp(folder / "a", generous)->stamp;
  fs::remove(folder / "a");
  EXPECT_TRUE(write_file_over(folder / "a", "mine", seen));
  EXPECT_EQ(contents(folder / "a"), "mine");
}

TEST(FileStamp, ToldApartByContentAndNotByATouch) {
  const TemporaryFolder folder;
  put(folder / "a", "text");
  const FileStamp seen = read_file_and_stamp(folder / "a", generous)->stamp;
  EXPECT_FALSE(is_touched(folder / "a", seen));
  EXPECT_EQ(compare_file(folder / "a", seen).change, FileChange::none);
  fs::last_write_time(folder / "a", fs::last_write_time(folder / "a") + std::chrono::seconds(10));
  EXPECT_TRUE(is_touched(folder / "a", seen));
  EXPECT_EQ(compare_file(folder / "a", seen).change, FileChange::none);
  put(folder / "a", "TEXT");
  EXPECT_EQ(compare_file(folder / "a", seen).change, FileChange::content);
  EXPECT_EQ(compare_file(folder / "a", *compare_file(folder / "a", seen).stamp).change, FileChange::none);
  fs::remove(folder / "a");
  EXPECT_TRUE(is_touched(folder / "a", seen));
  EXPECT_EQ(compare_file(folder / "a", seen).change, FileChange::gone);
}

/// The ID of a process that has ended and whose ID is not reused.
pid_t gone_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

TEST(Leftovers, OnlyThoseOfProgramsThatAreGoneAreCleared) {
  const TemporaryFolder folder;
  const std::string gone = std::to_string(gone_process());
  const std::string living = std::to_string(::getpid());
  put(folder / (".attention-lab-" + gone + "-0.tmp"), "complete, but never put in its place");
  const std::vector<std::string> others = {".attention-lab-" + living + "-0.tmp",
                                           ".attention-lab-" + gone + ".tmp",
                                           ".attention-lab-x-0.tmp",
                                           ".attention-lab-.tmp",
                                           "lesson.json",
                                           ".attention-lab-" + gone + "-0.tmp~"};
  for (const std::string& name : others) put(folder / name, "");
  fs::create_directory(folder / (".attention-lab-" + gone + "-1.tmp"));
  clear_leftovers(folder.path());
  EXPECT_EQ(folder.names().size(), others.size() + 1);
  for (const std::string& name : others) EXPECT_TRUE(fs::exists(folder / name)) << name;
}

TEST(Leftovers, WhatAnotherMachineHoldsLockedIsLeftAlone) {
  const TemporaryFolder folder;
  const std::string path =
      (folder / (".attention-lab-" + std::to_string(gone_process()) + "-0.tmp")).string();
  put(path, "");
  const FileDescriptor held(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(::flock(held.number(), LOCK_EX | LOCK_NB), 0);
  clear_leftovers(folder.path());
  EXPECT_TRUE(fs::exists(path));
}

TEST(MakeFolders, MakesThemForTheirOwnerOnly) {
  const TemporaryFolder folder;
  ASSERT_TRUE(make_folders(folder / "a/b/c"));
  EXPECT_EQ(mode_of(folder / "a/b"), 0700u);
  EXPECT_TRUE(make_folders(folder / "a/b/c"));
  put(folder / "file", "");
  EXPECT_FALSE(make_folders(folder / "file/a"));
}

}  // namespace
}  // namespace attention_lab
