#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <system_error>
#include <vector>

#include "app/files/file_descriptor.h"
#include "app/files/text_file.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

namespace fs = std::filesystem;

Error cannot_write(int error_number, const std::string& place) {
  const auto error = [&](std::string_view message) { return Error{ErrorCode::not_writable, message, place}; };
  if (const auto problem = problem_of_path(error_number)) return error(*problem);
  switch (error_number) {
    case ENOENT: {
      const fs::path folder = fs::path(place).parent_path();
      std::error_code ignored;
      return error(folder.empty() || fs::is_directory(folder, ignored)
                       ? "No file can be created in this folder."
                       : "The folder for this file does not exist.");
    }
    case ENOTDIR: return error("Part of this path is a file, not a folder.");
    case EACCES:
    case EPERM: return error("You do not have permission to write here.");
    case EROFS: return error("This disk is read-only.");
    case ENOSPC:
    case EDQUOT: return error("The disk is full.");
    case EFBIG: return error("The file is larger than the system allows.");
    default:
      return error(filled("The file cannot be written (<problem>).",
                          {{"problem", std::generic_category().message(error_number)}}));
  }
}

/// The end of a chain of symbolic links, even if nothing exists there; nullopt if the chain is endless.
std::optional<fs::path> end_of_links(fs::path path) {
  constexpr int longest_chain = 40;  // as in the Linux kernel
  std::error_code ignored;
  for (int i = 0; i < longest_chain; ++i) {
    if (!fs::is_symlink(path, ignored)) return path;
    const fs::path next = fs::read_symlink(path, ignored);
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return std::nullopt;
}

constexpr std::string_view temporary_prefix = ".attention-lab-";
constexpr std::string_view temporary_suffix = ".tmp";

/// Calls `take` with unused names in the folder until it no longer fails with EEXIST (returns false, with
/// that errno).
template <class Take>
bool take_temporary_name(const fs::path& folder, std::string& name, const Take& take) {
  static std::atomic<unsigned> counter = 0;
  constexpr int attempts = 1000;  // programs killed while writing may have left names over
  for (int i = 0; i < attempts; ++i) {
    const std::string number = std::to_string(::getpid()) + "-" + std::to_string(counter++);
    name = (folder / (std::string(temporary_prefix) + number + std::string(temporary_suffix))).string();
    if (take(name.c_str())) return true;
    if (errno != EEXIST) return false;
  }
  return false;
}

/// A new empty file in the folder, under an unused name.
FileDescriptor create_temporary(const fs::path& folder, std::string& name) {
  FileDescriptor file;
  take_temporary_name(folder, name, [&](const char* free) {
    file = FileDescriptor(::open(free, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    return file.is_open();
  });
  return file;
}

std::string link_of(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

/// A new empty file without a name on the folder's disk; not open if the system does not support that.
FileDescriptor create_nameless(const fs::path& folder) {
  FileDescriptor file(::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666));
  // Without this link, the file could never get a name.
  if (file.is_open() && ::access(link_of(file.number()).c_str(), F_OK) != 0) return {};
  return file;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// Copies the permissions of the replaced file, and its owner and group if we may.
bool copy_permissions(int descriptor, const struct stat& old) {
  const bool is_given_away = ::fchown(descriptor, old.st_uid, old.st_gid) == 0;
  // If the file remains ours, it must not get the set-user-ID bit.
  const mode_t kept = is_given_away ? mode_t{07777} : mode_t{0777};
  return ::fchmod(descriptor, old.st_mode & kept) == 0;
}

/// The names of the file's extended attributes, including the access control list; none if the file system
/// does not support them.
std::vector<std::string> attributes_of(const fs::path& path) {
  const ssize_t wanted = ::listxattr(path.c_str(), nullptr, 0);
  if (wanted <= 0) return {};
  std::vector<char> list(static_cast<std::size_t>(wanted));
  const ssize_t size = ::listxattr(path.c_str(), list.data(), list.size());
  std::vector<std::string> names;
  for (ssize_t at = 0; at < size; at += static_cast<ssize_t>(names.back().size()) + 1)
    names.emplace_back(list.data() + at);
  return names;
}

/// Copies the extended attributes of the replaced file. The system may refuse its own (security labels and
/// the like) and then assigns new ones; those set by users or programs must be copied.
bool copy_attributes(int descriptor, const fs::path& old) {
  for (const std::string& name : attributes_of(old)) {
    const ssize_t wanted = ::getxattr(old.c_str(), name.c_str(), nullptr, 0);
    if (wanted < 0) continue;  // we may not read it, or it was just removed
    std::vector<char> value(static_cast<std::size_t>(wanted));
    const ssize_t size = ::getxattr(old.c_str(), name.c_str(), value.data(), value.size());
    if (size < 0) continue;
    const bool is_persons = name.rfind("user.", 0) == 0 || name == "system.posix_acl_access";
    if (::fsetxattr(descriptor, name.c_str(), value.data(), static_cast<std::size_t>(size), 0) != 0 &&
        is_persons)
      return false;
  }
  return true;
}

/// Marks the file as being written, so that clear_leftovers keeps it.
void lock_temporary(const FileDescriptor& file) {
  // On file systems without locks, clear_leftovers removes nothing.
  ::flock(file.number(), LOCK_EX | LOCK_NB);
}

/// The process ID in the name of a temporary file; nullopt for any other name.
std::optional<pid_t> program_of(const std::string& name) {
  const std::size_t around = temporary_prefix.size() + temporary_suffix.size();
  if (name.size() <= around || name.rfind(temporary_prefix, 0) != 0 ||
      name.compare(name.size() - temporary_suffix.size(), std::string::npos, temporary_suffix) != 0)
    return std::nullopt;
  pid_t program = 0;
  const char* const end = name.data() + name.size() - temporary_suffix.size();
  const auto read = std::from_chars(name.data() + temporary_prefix.size(), end, program);
  if (read.ec != std::errc() || read.ptr == end || *read.ptr != '-' || program <= 0) return std::nullopt;
  return program;
}

/// Whether a temporary file is abandoned: its process is gone, and so is its lock. Either alone is not
/// enough: the process may run on another machine that shares the folder.
bool is_abandoned(const fs::path& path, pid_t program) {
  if (is_running(program)) return false;
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  return file.is_open() && ::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
}

/// Makes the rename itself survive a power failure. If the file system cannot do that, the file still exists.
void flush_folder(const fs::path& folder) {
  const FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.is_open()) ::fsync(descriptor.number());
}

}  // namespace

struct PendingFile::State {
  fs::path target;
  fs::path folder;
  std::string place;  // for errors
  FileDescriptor file;
  FileStamp stamp;        // of the text
  std::string temporary;  // its current name, or empty

  ~State() {
    if (!temporary.empty()) ::unlink(temporary.c_str());
  }

  bool give_name() {
    std::string name;
    const std::string link = link_of(file.number());
    if (!take_temporary_name(folder, name, [&](const char* free) {
          return ::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, free, AT_SYMLINK_FOLLOW) == 0;
        }))
      return false;
    temporary = std::move(name);
    return true;
  }

  /// Renames the file. `needs_free_name`: fails with errno EEXIST if the name is taken.
  bool put_in_place(bool needs_free_name) const {
    if (!needs_free_name) return std::rename(temporary.c_str(), target.c_str()) == 0;
    if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0)
      return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
    // This file system cannot check and rename in one operation.
    struct stat status {};
    if (::lstat(target.c_str(), &status) == 0) {
      errno = EEXIST;
      return false;
    }
    return std::rename(temporary.c_str(), target.c_str()) == 0;
  }
};

PendingFile::PendingFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
PendingFile::PendingFile(PendingFile&& other) noexcept = default;
PendingFile& PendingFile::operator=(PendingFile&& other) noexcept = default;
PendingFile::~PendingFile() = default;

Result<PendingFile> PendingFile::write(const fs::path& path, std::string_view text) {
  const std::string place = path.string();
  if (path.empty()) return Error{ErrorCode::not_writable, "A file needs a name.", place};
  const std::optional<fs::path> target = end_of_links(path);
  if (!target) return cannot_write(ELOOP, place);
  const fs::path folder = target->has_parent_path() ? target->parent_path() : fs::path(".");

  struct stat old {};
  const bool replaces = ::stat(target->c_str(), &old) == 0;
  if (!replaces && errno != ENOENT) return cannot_write(errno, place);
  if (!target->has_filename() || (replaces && S_ISDIR(old.st_mode))) return cannot_write(EISDIR, place);
  // Renaming over a device or a pipe would destroy it.
  if (replaces && !S_ISREG(old.st_mode)) {
    return Error{ErrorCode::not_writable, "This is not a regular file.", place};
  }
  // The folder's permissions would allow replacing a file that its owner has write-protected.
  if (replaces && ::access(target->c_str(), W_OK) != 0) return cannot_write(errno, place);

  auto state = std::make_unique<State>();
  state->target = *target;
  state->folder = folder;
  state->place = place;
  state->file = create_nameless(folder);
  if (!state->file.is_open()) state->file = create_temporary(folder, state->temporary);
  if (!state->file.is_open()) {
    state->temporary.clear();
    return cannot_write(errno, place);
  }
  lock_temporary(state->file);
  const int descriptor = state->file.number();
  struct stat status {};
  if ((replaces && !(copy_permissions(descriptor, old) && copy_attributes(descriptor, *target))) ||
      !write_all(descriptor, text) || ::fsync(descriptor) != 0 || ::fstat(descriptor, &status) != 0)
    return cannot_write(errno, place);
  state->stamp = stamp_of(status, text);
  return PendingFile(std::move(state));
}

Result<FileStamp> PendingFile::commit(const MayReplace& may_replace) {
  const std::unique_ptr<State> state = std::move(state_);
  if (state->temporary.empty() && !state->give_name()) return cannot_write(errno, state->place);
  bool needs_free_name = std::holds_alternative<Nothing>(may_replace);
  if (const auto* seen = std::get_if<FileStamp>(&may_replace)) {
    const FileNow now = compare_file(state->target, *seen);
    if (now.change == FileChange::unreadable) return *now.problem;
    if (now.change == FileChange::content) {
      return Error{ErrorCode::not_writable, "Another program has changed this file in the meantime.",
                   state->place};
    }
    needs_free_name = now.change == FileChange::gone;
  }
  if (!state->put_in_place(needs_free_name)) {
    if (errno != EEXIST) return cannot_write(errno, state->place);
    return name_was_taken(state->place);
  }
  state->temporary.clear();
  flush_folder(state->folder);
  return state->stamp;
}

Status write_file_atomically(const fs::path& path, std::string_view text) {
  const Result<FileStamp> written = write_file_over(path, text, Anything{});
  return written ? Status(Done{}) : Status(written.error());
}

Result<FileStamp> write_file_over(const fs::path& path, std::string_view text,
                                  const MayReplace& may_replace) {
  Result<PendingFile> file = PendingFile::write(path, text);
  if (!file) return file.error();
  return std::move(file).value().commit(may_replace);
}

Error name_was_taken(const std::string& place) {
  return {ErrorCode::not_writable, "A file with this name has appeared in the meantime.", place};
}

bool is_running(pid_t program) {
  return ::kill(program, 0) == 0 || errno != ESRCH;
}

void clear_leftovers(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::optional<pid_t> program = program_of(entry->path().filename().string());
    if (program && is_abandoned(entry->path(), *program)) ::unlink(entry->path().c_str());
  }
}

Status make_folders(const fs::path& folder) {
  std::error_code error;
  if (fs::is_directory(folder, error)) return Done{};
  if (folder.has_parent_path() && folder.parent_path() != folder) {
    if (Status made = make_folders(folder.parent_path()); !made) return made;
  }
  if (::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) {
    if (fs::is_directory(folder, error)) return Done{};
    return cannot_write(ENOTDIR, folder.string());
  }
  return cannot_write(errno, folder.string());
}

}  // namespace attention_lab
