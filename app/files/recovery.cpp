#include "app/files/recovery.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <set>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <utility>

#include "app/files/document_file.h"
#include "app/files/folder_listing.h"
#include "app/files/text_file.h"
#include "app/files/user_folders.h"

namespace attention_lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* document_extension = ".json";
constexpr const char* lock_extension = ".lock";

fs::path with_extension(fs::path path, const char* extension) {
  return path.replace_extension(extension);
}

void remove_file(const fs::path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

Error cannot_keep_work_in(const fs::path& folder) {
  return {ErrorCode::not_writable, "Unsaved work cannot be backed up here.", folder.string()};
}

/// Whether the path leads to this open file; nullopt if that cannot be determined.
std::optional<bool> is_at(const FileDescriptor& file, const fs::path& path) {
  struct stat opened {};
  struct stat present {};
  if (::stat(path.c_str(), &present) != 0)
    return errno == ENOENT || errno == ENOTDIR ? std::optional(false) : std::nullopt;
  if (::fstat(file.number(), &opened) != 0) return std::nullopt;
  return opened.st_ino == present.st_ino && opened.st_dev == present.st_dev;
}

/// Locks an open lock file; false if another program has locked it, or removed it since it was opened.
bool lock_file(const FileDescriptor& file, const fs::path& path) {
  return ::flock(file.number(), LOCK_EX | LOCK_NB) == 0 && is_at(file, path).value_or(false);
}

/// Writes the path and, after a zero byte, which no path contains, the size and hash of the file's content.
bool note_original(const FileDescriptor& lock, const OriginalFile& original) {
  std::string text = original.path;
  if (original.stamp) {
    text += '\0' + std::to_string(original.stamp->size) + ' ' + std::to_string(original.stamp->content);
  }
  const auto size = static_cast<ssize_t>(text.size());
  return ::ftruncate(lock.number(), 0) == 0 && ::pwrite(lock.number(), text.data(), text.size(), 0) == size;
}

OriginalFile noted_original(const std::string& text) {
  const std::size_t end = text.find('\0');
  OriginalFile original{text.substr(0, end), std::nullopt};
  if (end == std::string::npos) return original;
  std::istringstream numbers(text.substr(end + 1));
  FileStamp stamp;
  if (numbers >> stamp.size >> stamp.content) original.stamp = stamp;
  return original;
}

std::chrono::system_clock::time_point time_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return std::chrono::system_clock::from_time_t(status.st_mtime);
}

/// "1234-0.lock" belongs to the process with ID 1234.
bool is_of_running_program(const fs::path& lock_path) {
  const auto program = static_cast<pid_t>(std::strtol(lock_path.filename().c_str(), nullptr, 10));
  return program > 0 && is_running(program);
}

/// The recovered work for one lock file, if its owner is gone. A document without a lock file gets a new one,
/// unless the process in its name is still running.
std::optional<Recovered> recover(const fs::path& lock_path) {
  constexpr std::uintmax_t path_limit = 1 << 20;
  if (!is_taken(lock_path.string()) && is_of_running_program(lock_path)) return std::nullopt;
  auto lock = std::make_shared<FileDescriptor>(
      ::open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!lock->is_open() || !lock_file(*lock, lock_path)) return std::nullopt;
  const fs::path file = with_extension(lock_path, document_extension);
  if (!is_taken(file.string())) {
    remove_file(lock_path);  // the program was killed before it wrote a document
    return std::nullopt;
  }
  const Result<std::string> original = read_file(lock_path, path_limit);
  return Recovered{original ? noted_original(*original) : OriginalFile{}, file, time_of(file),
                   std::move(lock)};
}

}  // namespace

Result<fs::path> recovery_folder() {
  const auto folder = state_folder();
  if (!folder) return folder.error();
  return *folder / "recovery";
}

Status RecoveryFile::claim_name() {
  // The folder with the lock file may have been removed since the last write.
  if (!path_.empty() && is_at(lock_, with_extension(path_, lock_extension)).value_or(true)) return Done{};
  const fs::path before = std::exchange(path_, {});
  if (Status made = make_folders(folder_); !made) return made;
  constexpr int attempts = 1000;
  for (int i = 0; i < attempts; ++i) {
    const fs::path lock_path =
        folder_ / (std::to_string(::getpid()) + "-" + std::to_string(i) + lock_extension);
    const fs::path document_path = with_extension(lock_path, document_extension);
    // A document without lock file, left by a dead program with our process ID.
    if (document_path != before && is_taken(document_path.string())) continue;
    FileDescriptor lock(::open(lock_path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!lock.is_open() && errno == EEXIST) continue;  // left by a dead program with our process ID
    if (!lock.is_open()) break;
    if (!lock_file(lock, lock_path)) continue;  // another program is checking it
    lock_ = std::move(lock);
    path_ = document_path;
    noted_.reset();
    return Done{};
  }
  return cannot_keep_work_in(folder_);
}

Status RecoveryFile::write(const Document& document, const OriginalFile& original) {
  if (Status claimed = claim_name(); !claimed) return claimed;
  if (noted_ != original) {
    if (!note_original(lock_, original)) return cannot_keep_work_in(folder_);
    noted_ = original;
  }
  return write_document(path_, document);
}

void RecoveryFile::remove() {
  if (path_.empty()) return;
  // The document is removed first, since a lock file alone is harmless.
  remove_file(path_);
  // If our lock file was removed, another program may have created its own.
  const fs::path lock_path = with_extension(path_, lock_extension);
  if (is_at(lock_, lock_path).value_or(false)) remove_file(lock_path);
  lock_.close();
  path_.clear();
}

std::vector<Recovered> find_abandoned(const fs::path& folder) {
  std::set<fs::path> locks;  // including those missing for a document
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    const fs::path extension = entry->path().extension();
    if (extension == lock_extension || (extension == document_extension && entry->is_regular_file(ignored)))
      locks.insert(with_extension(entry->path(), lock_extension));
  }
  std::vector<Recovered> found;
  for (const fs::path& lock : locks) {
    if (auto recovered = recover(lock)) found.push_back(*std::move(recovered));
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.time > b.time; });
  return found;
}

void discard(const Recovered& recovered) {
  remove_file(recovered.file);
  remove_file(with_extension(recovered.file, lock_extension));
}

}  // namespace attention_lab
