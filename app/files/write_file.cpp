#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>

#include "app/files/file_descriptor.h"
#include "app/files/text_file.h"

namespace attention_lab {
namespace {

namespace fs = std::filesystem;

Error cannot_write(int error_number, const std::string& place) {
  const auto error = [&](std::string message) {
    return Error{ErrorCode::not_writable, std::move(message), place};
  };
  switch (error_number) {
    case ENOENT: return error("The folder for this file does not exist.");
    case ENOTDIR: return error("Part of this path is a file, not a folder.");
    case EISDIR: return error("This is a folder, not a file.");
    case EACCES:
    case EPERM: return error("You have no permission to write here.");
    case EROFS: return error("This disk can only be read.");
    case ENOSPC:
    case EDQUOT: return error("The disk is full.");
    case EFBIG: return error("The file is larger than the system allows.");
    case ENAMETOOLONG: return error("The file's name is too long.");
    case ELOOP: return error("These symbolic links lead in a circle.");
    default:
      return error("The file cannot be written (" + std::generic_category().message(error_number) + ").");
  }
}

/// Where a chain of symbolic links ends, also if nothing is there yet; nothing if it never ends.
std::optional<fs::path> end_of_links(fs::path path) {
  constexpr int longest_chain = 40;  // as the Linux kernel
  std::error_code ignored;
  for (int i = 0; i < longest_chain; ++i) {
    if (!fs::is_symlink(path, ignored)) return path;
    const fs::path next = fs::read_symlink(path, ignored);
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return std::nullopt;
}

/// Calls `take` with names in the folder that nobody else uses, until it no longer says that one exists
/// (returns false, with errno EEXIST).
template <class Take>
bool take_temporary_name(const fs::path& folder, std::string& name, const Take& take) {
  static std::atomic<unsigned> counter = 0;
  constexpr int attempts = 1000;  // names left over by a program killed while writing
  for (int i = 0; i < attempts; ++i) {
    name =
        (folder / (".attention-lab-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp"))
            .string();
    if (take(name.c_str())) return true;
    if (errno != EEXIST) return false;
  }
  return false;
}

/// A new, empty file in the folder, under a name nobody else uses.
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

/// A new, empty file on the folder's disk that has no name yet; not open where the system has no such thing.
FileDescriptor create_nameless(const fs::path& folder) {
  FileDescriptor file(::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666));
  // Without this link it could never get a name.
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

/// The replaced file's permissions, and its owner and group where we may give a file away.
bool copy_permissions(int descriptor, const struct stat& old) {
  const bool is_given_away = ::fchown(descriptor, old.st_uid, old.st_gid) == 0;
  // A file that stays ours must not become "set user id" for us.
  const mode_t kept = is_given_away ? mode_t{07777} : mode_t{0777};
  return ::fchmod(descriptor, old.st_mode & kept) == 0;
}

/// So that the rename itself survives a power cut; a file system that cannot do this still has the file.
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
  std::string temporary;  // its present name, or empty

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
    temporary = name;
    return true;
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
    return Error{ErrorCode::not_writable, "This is not an ordinary file.", place};
  }
  // The folder's permissions would let us replace a file that its owner has protected.
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
  const int descriptor = state->file.number();
  if ((replaces && !copy_permissions(descriptor, old)) || !write_all(descriptor, text) ||
      ::fsync(descriptor) != 0)
    return cannot_write(errno, place);
  return PendingFile(std::move(state));
}

Status PendingFile::commit() {
  const std::unique_ptr<State> state = std::move(state_);
  if ((state->temporary.empty() && !state->give_name()) || !state->file.close() ||
      std::rename(state->temporary.c_str(), state->target.c_str()) != 0)
    return cannot_write(errno, state->place);
  state->temporary.clear();
  flush_folder(state->folder);
  return Done{};
}

Status write_file_atomically(const fs::path& path, std::string_view text) {
  Result<PendingFile> file = PendingFile::write(path, text);
  if (!file) return file.error();
  return std::move(file).value().commit();
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
