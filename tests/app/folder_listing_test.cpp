// The contents of the file dialogs.
#include "app/files/folder_listing.h"

#include <utility>

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
  EXPECT_EQ(list_folder(folder / std::string(300, 'x')).error().message, "The name is too long.");
  fs::create_directory(folder / "secret");
  ::chmod((folder / "secret").c_str(), 0700);
  if (::geteuid() != 0) ::chmod((folder / "secret").c_str(), 0);
  EXPECT_TRUE(test::is_true_without_root([&] {
    const auto listed = list_folder(folder / "secret");
    return !listed && listed.error().message == "You do not have permission to read this folder.";
  }));
  ::chmod((folder / "secret").c_str(), 0700);
}

TEST(FreePath, ANameThatIsTakenGetsANumber) {
  const TemporaryFolder folder;
  EXPECT_EQ(free_path((folder / "a.json").string()), folder / "a.json");
  put(folder / "a.json", "");
  put(folder / "a-2.json", "");
  EXPECT_EQ(free_path((folder / "a.json").string()), folder / "a-3.json");
}

TEST(FreePath, ALongNameLosesWholeCharactersForTheNumber) {
  const TemporaryFolder folder;
  constexpr std::size_t most = 255;  // bytes
  const auto letters = [](const char* letter, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += letter;
    return text;
  };
  const std::vector<std::pair<std::string, std::string>> names = {
      {letters("x", 250) + ".json", letters("x", 248) + "-2.json"},
      {letters("é", 125) + ".json", letters("é", 124) + "-2.json"},
      {letters("語", 83) + "x.json", letters("語", 82) + "-2.json"},
      {letters("x", 255), letters("x", 253) + "-2"},
      {"a." + letters("x", 253), "a." + letters("x", 251) + "-2"}};
  for (const auto& [name, expected] : names) {
    SCOPED_TRACE(name);
    put(folder / name, "");
    ASSERT_TRUE(is_taken((folder / name).string()));
    const fs::path free = free_path((folder / name).string());
    EXPECT_EQ(free.filename(), expected);
    EXPECT_LE(free.filename().string().size(), most);
    put(free, "");
    EXPECT_TRUE(fs::exists(free));
  }
}

}  // namespace
}  // namespace attention_lab
