#include "app/files/folder_listing.h"

#include <algorithm>
#include <system_error>
#include <tuple>
#include <unistd.h>

#include <climits>

#include "app/files/file_descriptor.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

namespace fs = std::filesystem;

// Ignores case: "apple" comes before "Banana".
bool comes_before(const FolderEntry& a, const FolderEntry& b) {
  return std::tuple(!a.is_folder, in_small_letters(a.name), a.name) <
         std::tuple(!b.is_folder, in_small_letters(b.name), b.name);
}

/// The longest file name of the file system, in bytes.
std::size_t longest_name_in(const fs::path& folder) {
  const long limit = ::pathconf(folder.empty() ? "." : folder.c_str(), _PC_NAME_MAX);
  return limit > 0 ? static_cast<std::size_t>(limit) : NAME_MAX;
}

/// The longest prefix of whole characters that has at most this many bytes.
std::string start_of(const std::string& name, std::size_t most_bytes) {
  std::size_t end = 0;
  while (end < name.size()) {
    const std::size_t next = end + code_point_at(name, end).size;
    if (next > most_bytes) break;
    end = next;
  }
  return name.substr(0, end);
}

}  // namespace

Result<std::vector<FolderEntry>> list_folder(const fs::path& folder) {
  std::vector<FolderEntry> entries;
  std::error_code error;
  for (fs::directory_iterator item(folder, error), end; !error && item != end; item.increment(error)) {
    const std::string name = item->path().filename().string();
    if (name.empty() || name.front() == '.') continue;
    std::error_code ignored;  // dangling links and files removed meanwhile are neither folders nor files
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
    return Error{ErrorCode::not_readable, "You do not have permission to read this folder.", folder.string()};
  }
  if (const auto problem = problem_of_path(error.value()))
    return Error{ErrorCode::not_readable, *problem, folder.string()};
  if (error)
    return Error{ErrorCode::not_readable,
                 filled("The folder cannot be read (<problem>).", {{"problem", error.message()}}),
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
  const std::size_t most = longest_name_in(whole.parent_path());
  std::string stem = whole.stem().string();
  std::string ending = whole.extension().string();
  if (ending.size() > most / 2) {  // a name with a dot near its start has no real extension
    stem += ending;
    ending.clear();
  }
  for (int number = 2;; ++number) {
    const std::string end = "-" + std::to_string(number) + ending;
    const fs::path next = whole.parent_path() / (start_of(stem, most - end.size()) + end);
    if (!is_taken(next.string())) return next.string();
  }
}

}  // namespace attention_lab
