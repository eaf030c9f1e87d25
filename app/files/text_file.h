// Whole files as text: read with a limit, written so that a failure leaves what was there before.
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

/// The whole file. A file that says it is larger than `size_limit` is refused without being read; a pipe is
/// read until it ends or passes the limit.
/// Errors, each with the path as its place: not_found; not_readable (a folder, permissions, too large, …).
Result<std::string> read_file(const std::filesystem::path& path, std::uintmax_t size_limit);

struct StampedText {
  std::string text;
  FileStamp stamp;  // by which a later change is noticed, also one that came while the file was read
};

/// As read_file.
Result<StampedText> read_file_and_stamp(const std::filesystem::path& path, std::uintmax_t size_limit);

/// Standard input until it ends. Errors: not_readable.
Result<std::string> read_standard_input(std::uintmax_t size_limit);

/// What a new file may replace: whatever is there, nothing (the name must be free), or a file that has been
/// seen and still holds the same bytes.
struct Anything {};
struct Nothing {};
using MayReplace = std::variant<Anything, Nothing, FileStamp>;

/// Puts `text` into the file: written beside it under another name, flushed to the disk, then renamed over
/// it, so that whoever looks sees the old file or the new one and nothing between. A file that is replaced
/// passes its permissions, access control list and extended attributes on; a symbolic link stays, and what it
/// points to is replaced. Of a file with several names (hard links) only this name gets the new content.
/// Errors: not_writable, with the path as its place; the old file is then untouched and nothing is left over.
Status write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// The same, but only in place of what `may_replace` allows; the rest is an error (not_writable, or
/// not_readable where nobody can tell what is there). It is looked at as late as can be, just before the file
/// is put in its place. Returns what stands there now.
Result<FileStamp> write_file_over(const std::filesystem::path& path, std::string_view text,
                                  const MayReplace& may_replace);

/// What write_file_over says where the name had to be free and is not.
Error name_was_taken(const std::string& place);

/// Whether there is a program with this number on this machine.
bool is_running(pid_t program);

/// Removes what programs left in the folder that were killed just before they put a file in its place. Files
/// of programs that still run are left alone.
void clear_leftovers(const std::filesystem::path& folder);

/// A file that is complete on the disk but stands in its place only once it is committed: several can be
/// written first, and then all appear. Until then it has no name where the system allows that, so that
/// nothing is left over even if the program is killed.
class PendingFile {
 public:
  /// Writes all of it, without touching what is at `path`. Errors as write_file_atomically.
  static Result<PendingFile> write(const std::filesystem::path& path, std::string_view text);

  PendingFile(PendingFile&& other) noexcept;
  PendingFile& operator=(PendingFile&& other) noexcept;
  ~PendingFile();  // gives the file up unless it is committed

  /// Puts the file in its place. Errors: not_writable, also where something is there that may not be
  /// replaced; what was there is then untouched.
  Result<FileStamp> commit(const MayReplace& may_replace = Anything{});

 private:
  struct State;
  explicit PendingFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Makes the folder and those above it, readable by their owner only. Errors: not_writable.
Status make_folders(const std::filesystem::path& folder);

}  // namespace attention_lab
