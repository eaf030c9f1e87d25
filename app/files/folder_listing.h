// What is in a folder, for the dialogs that open and save.
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

/// Folders first, then files, each in the order of a dictionary; hidden ones and what is neither folder nor
/// ordinary file are left out. Errors: not_found, not_readable.
Result<std::vector<FolderEntry>> list_folder(const std::filesystem::path& folder);

/// Whether something has the path; a link that leads nowhere takes its name, too.
bool is_taken(const std::string& path);

/// The path, or one with a number where it is taken: "lesson.json", "lesson-2.json", "lesson-3.json". A
/// name that would become too long with it loses characters before the number.
std::string free_path(const std::string& path);

}  // namespace attention_lab
