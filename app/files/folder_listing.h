// The contents of a folder, for the open and save dialogs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"

namespace attention_lab {

struct FolderEntry {
  std::string name;
  bool is_folder = false;
  std::uintmax_t size = 0;  // bytes; 0 for folders

  bool operator==(const FolderEntry&) const = default;
};

/// Folders first, then files, each in alphabetical order. Leaves out hidden entries and anything that is
/// neither a folder nor a regular file. Errors: not_found, not_readable.
Result<std::vector<FolderEntry>> list_folder(const std::filesystem::path& folder);

/// Whether anything has this path, including a dangling link.
bool is_taken(const std::string& path);

/// The path itself or, if it is taken, the path with a number: "lesson.json", "lesson-2.json",
/// "lesson-3.json". A name that would become too long is shortened before the number.
std::string free_path(const std::string& path);

}  // namespace attention_lab
