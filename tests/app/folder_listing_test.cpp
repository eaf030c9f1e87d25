// What the file dialogs show.
#include "app/files/folder_listing.h"

#include <gtest/gtest.h>

#include "support.h"

namespace attention_lab {
namespace {

using test::put;
using test::TemporaryFolder;
namespace fs = std::filesystem;

TEST(FolderListing, FoldersStandFirstThenFilesAsInADictionary) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "zebra");
  fs::create_directory(folder / "Apes");
  put(folder / "banana.json", "12345");
  put(folder / "Apple.json", "");
  EXPECT_EQ(*list_folder(folder.path()),
            (std::vector<FolderEntry>{
                {"Apes", true, 0}, {"zebra", true, 0}, {"Apple.json", false, 0}, {"banana.json", false, 5}}));
}

TEST(FolderListing, HiddenAndUnusualEntriesAreLeftOut) {
  const TemporaryFolder folder;
  put(folder / ".hidden", "");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  fs::create_symlink("nowhere", folder / "dangling");
  fs::create_directory(folder / "real");
  fs::create_symlink("real", folder / "link");
  EXPECT_EQ(*list_folder(folder.path()), (std::vector<FolderEntry>{{"link", true, 0}, {"real", true, 0}}));
}

TEST(FolderListing, WhatCannotBeListedIsSaidPlainly) {
  const TemporaryFolder folder;
  put(folder / "file", "");
  EXPECT_EQ(list_folder(folder / "nowhere").error().code, ErrorCode::not_found);
  EXPECT_EQ(list_folder(folder / "file").error().message, "This is a file, not a folder.");
  fs::create_directory(folder / "secret");
  ::chmod((folder / "secret").c_str(), 0700);
  if (::geteuid() != 0) ::chmod((folder / "secret").c_str(), 0);
  EXPECT_TRUE(test::is_true_without_root([&] {
    const auto listed = list_folder(folder / "secret");
    return !listed && listed.error().message == "You have no permission to look into this folder.";
  }));
  ::chmod((folder / "secret").c_str(), 0700);
}

}  // namespace
}  // namespace attention_lab
