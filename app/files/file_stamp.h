// The state of a file when this program last read or wrote it, for detecting changes by other programs.
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
  std::int64_t modified = 0;  // nanoseconds since 1970
  std::uint64_t size = 0;
  std::uint64_t content = 0;  // hash of all bytes (64-bit FNV-1a)

  bool operator==(const FileStamp&) const = default;
};

FileStamp stamp_of(const struct stat& status, std::string_view content);

enum class FileChange {
  none,        ///< the same bytes, although the file may have been touched or rewritten
  content,     ///< different bytes
  gone,        ///< the file does not exist any more
  unreadable,  ///< the file cannot be read, so its content is unknown
};

struct FileNow {
  FileChange change = FileChange::none;
  std::optional<FileStamp> stamp;  // of the file now; empty if it is gone or unreadable
  std::optional<Error> problem;    // why it cannot be read
};

/// Whether the file may have changed or has become unreadable, judging by its metadata only.
bool is_touched(const std::filesystem::path& path, const FileStamp& seen);

/// Reads the file and compares it with the stamp.
FileNow compare_file(const std::filesystem::path& path, const FileStamp& seen);

}  // namespace attention_lab
