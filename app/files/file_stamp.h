// A file as it was when this program last read or wrote it: by this the changes of other programs are
// noticed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/result.h"

struct stat;

namespace attention_lab {

struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t modified = 0;  // in nanoseconds since 1970
  std::uint64_t size = 0;
  std::uint64_t content = 0;  // a hash of every byte (64-bit FNV-1a)

  bool operator==(const FileStamp&) const = default;
};

FileStamp stamp_of(const struct stat& status, std::string_view content);

enum class FileChange {
  none,        ///< every byte is as it was, though the file may have been touched or written anew
  content,     ///< other bytes
  gone,        ///< there is no such file any more
  unreadable,  ///< it cannot be read, so its content is unknown
};

struct FileNow {
  FileChange change = FileChange::none;
  std::optional<FileStamp> stamp;  // of the file as it is; empty where it is gone or cannot be read
  std::optional<Error> problem;    // why it cannot be read
};

/// Whether somebody may have written to the file since, or it can no longer be read: by what the system says
/// about it, without reading it.
bool is_touched(const std::filesystem::path& path, const FileStamp& seen);

/// Reads the file and compares it with what was seen.
FileNow compare_file(const std::filesystem::path& path, const FileStamp& seen);

}  // namespace attention_lab
