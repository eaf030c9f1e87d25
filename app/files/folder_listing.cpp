#include "app/files/folder_listing.h"

#include <algorithm>
#include <cctype>
#include <system_error>
#include <tuple>

namespace attention_lab {
namespace {

namespace fs = std::filesystem;

/// So that "apple" stands before "Banana".
std::string without_case(const std::string& name) {
  std::string result = name;
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool comes_before(const FolderEntry& a, const FolderEntry& b) {
  return std::tuple(!a.is_folder, without_case(a.name), a.name) <
         std::tuple(!b.is_folder, without_case(b.name), b.name);
}

}  // namespace

Result<std::vector<FolderEntry>> list_folder(const fs::path& folder) {
  std::vector<FolderEntry> entries;
  std::error_code error;
  for (fs::directory_iterator item(folder, error), end; !error && item != end; item.increment(error)) {
    const std::string name = item->path().filename().string();
    if (name.empty() || name.front() == '.') continue;
    std::error_code ignored;  // a dangling link, or a file removed meanwhile: neither folder nor file
    if (item->is_directory(ignored)) {
      entries.push_back({name, true, 0});
    } else if (item->is_regular_file(ignored)) {
      const std::uintmax_t size = item->file_size(ignored);
      entries.push_back({name, false, ignored ? 0 : size});
    }
  }
  if (error == std::errc::no_such_file_or_directory) {
    return Error{ErrorCode::not_found, "There is no such folder.", folder.string()};
  }
  if (error == std::errc::not_a_directory) {
    return Error{ErrorCode::not_readable, "This is a file, not a folder.", folder.string()};
  }
  if (error == std::errc::permission_denied) {
    return Error{ErrorCode::not_readable, "You have no permission to look into this folder.",
                 folder.string()};
  }
  if (error)
    return Error{ErrorCode::not_readable, "The folder cannot be read (" + error.message() + ").",
                 folder.string()};
  std::sort(entries.begin(), entries.end(), comes_before);
  return entries;
}

bool is_taken(const std::string& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

std::string free_path(const std::string& path) {
  if (!is_taken(path)) return path;
  const fs::path whole(path);
  for (int number = 2;; ++number) {
    const fs::path next = whole.parent_path() /
                          (whole.stem().string() + "-" + std::to_string(number) + whole.extension().string());
    if (!is_taken(next.string())) return next.string();
  }
}

}  // namespace attention_lab
