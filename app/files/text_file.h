// Reads whole files as text with a size limit, and writes files atomically.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <variant>

#include "app/files/file_stamp.h"
#include "core/result.h"

namespace attention_lab {

/// Reads the whole file. A regular file larger than `size_limit` is rejected without being read; a pipe is
/// read until its end or the limit. Errors, with the path as their place: not_found; not_readable (a folder,
/// permissions, too large, …).
Result<std::string> read_file(const std::filesystem::path& path, std::uintmax_t size_limit);

struct StampedText {
  std::string text;
  FileStamp stamp;  // detects later changes, including those made while the file was read
};

/// Errors: as read_file.
Result<StampedText> read_file_and_stamp(const std::filesystem::path& path, std::uintmax_t size_limit);

/// Reads standard input until its end. Errors: not_readable.
Result<std::string> read_standard_input(std::uintmax_t size_limit);

/// What a new file may replace: anything, nothing (the name must be free), or a file that was seen before and
/// still has the same content.
struct Anything {};
struct Nothing {};
using MayReplace = std::variant<Anything, Nothing, FileStamp>;

/// Writes `text` to the file atomically: to a temporary file in the same folder, which is flushed to the disk
/// and then renamed, so that readers see either the old or the new file. The new file keeps permissions,
/// access control list and extended attributes of the one it replaces; a symbolic link is kept and its target
/// replaced. If a file has several names (hard links), only this one gets the new content. Errors:
/// not_writable, with the path as its place; the old file is then untouched, and no temporary file remains.
Status write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// The same, but replaces only what `may_replace` allows; otherwise returns an error (not_writable, or
/// not_readable if the current file cannot be checked). The check is made as late as possible, just before
/// the file is put in place. Returns the new file's stamp.
Result<FileStamp> write_file_over(const std::filesystem::path& path, std::string_view text,
                                  const MayReplace& may_replace);

/// The error of write_file_over if the name had to be free but is not.
Error name_was_taken(const std::string& place);

/// Whether a process with this ID is running on this machine.
bool is_running(pid_t program);

/// Removes temporary files in the folder that were left by killed programs. Files of running programs are
/// kept.
void clear_leftovers(const std::filesystem::path& folder);

/// A new file that is complete on the disk but gets its name only on commit(): several files can be written
/// first and then appear together. If the system allows it, the file has no name before that, so that nothing
/// remains even if the program is killed.
class PendingFile {
 public:
  /// Writes all of the text, without touching the file at `path`. Errors: as write_file_atomically.
  static Result<PendingFile> write(const std::filesystem::path& path, std::string_view text);

  PendingFile(PendingFile&& other) noexcept;
  PendingFile& operator=(PendingFile&& other) noexcept;
  ~PendingFile();  // deletes the file unless it was committed

  /// Puts the file in place. Errors: not_writable, also if an existing file may not be replaced; that file is
  /// then untouched.
  Result<FileStamp> commit(const MayReplace& may_replace = Anything{});

 private:
  struct State;
  explicit PendingFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Creates the folder and its parents, readable only by their owner. Errors: not_writable.
Status make_folders(const std::filesystem::path& folder);

}  // namespace attention_lab
