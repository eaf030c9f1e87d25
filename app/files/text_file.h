// Whole files as text: read with a limit, written so that a failure leaves what was there before.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/result.h"

namespace attention_lab {

/// The whole file. A file that says it is larger than `size_limit` is refused without being read; a pipe is
/// read until it ends or passes the limit.
/// Errors, each with the path as its place: not_found; not_readable (a folder, permissions, too large, …).
Result<std::string> read_file(const std::filesystem::path& path, std::uintmax_t size_limit);

/// Standard input until it ends. Errors: not_readable.
Result<std::string> read_standard_input(std::uintmax_t size_limit);

/// Puts `text` into the file: written beside it under another name, flushed to the disk, then renamed over
/// it, so that whoever looks sees the old file or the new one and nothing between. A file that is replaced
/// passes its permissions on; a symbolic link stays, and what it points to is replaced. Errors: not_writable,
/// with the path as its place; the old file is then untouched and nothing is left over.
Status write_file_atomically(const std::filesystem::path& path, std::string_view text);

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

  /// Puts the file in its place. Errors: not_writable; what was there is then untouched.
  Status commit();

 private:
  struct State;
  explicit PendingFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Makes the folder and those above it, readable by their owner only. Errors: not_writable.
Status make_folders(const std::filesystem::path& folder);

}  // namespace attention_lab
