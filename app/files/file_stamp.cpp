#include "app/files/file_stamp.h"

#include <sys/stat.h>
#include <unistd.h>

#include "app/files/document_file.h"
#include "app/files/text_file.h"
#include "core/random/streams.h"

namespace attention_lab {
namespace {

FileStamp stamp_without_content(const struct stat& status) {
  constexpr std::int64_t nanoseconds = 1'000'000'000;
  FileStamp stamp;
  stamp.device = static_cast<std::uint64_t>(status.st_dev);
  stamp.inode = static_cast<std::uint64_t>(status.st_ino);
  stamp.modified = static_cast<std::int64_t>(status.st_mtim.tv_sec) * nanoseconds + status.st_mtim.tv_nsec;
  stamp.size = static_cast<std::uint64_t>(status.st_size);
  return stamp;
}

}  // namespace

FileStamp stamp_of(const struct stat& status, std::string_view content) {
  FileStamp stamp = stamp_without_content(status);
  stamp.size = content.size();
  stamp.content = hash_of(content);
  return stamp;
}

bool is_touched(const std::filesystem::path& path, const FileStamp& seen) {
  struct stat status {};
  // Losing the permission to read does not change a file's stamp.
  if (::stat(path.c_str(), &status) != 0 || ::access(path.c_str(), R_OK) != 0) return true;
  FileStamp now = stamp_without_content(status);
  now.content = seen.content;
  return now != seen;
}

FileNow compare_file(const std::filesystem::path& path, const FileStamp& seen) {
  const Result<StampedText> read = read_file_and_stamp(path, document_size_limit);
  if (!read && read.error().code == ErrorCode::not_found)
    return {FileChange::gone, std::nullopt, std::nullopt};
  if (!read) return {FileChange::unreadable, std::nullopt, read.error()};
  const bool is_same = read->stamp.size == seen.size && read->stamp.content == seen.content;
  return {is_same ? FileChange::none : FileChange::content, read->stamp, std::nullopt};
}

}  // namespace attention_lab
