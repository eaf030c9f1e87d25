#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <system_error>
#include <utility>

#include "app/files/file_descriptor.h"
#include "app/files/text_file.h"
#include "core/document/checks.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

Error too_large(std::uintmax_t size, std::uintmax_t limit, const std::string& place) {
  return {ErrorCode::not_readable,
          filled("The file is <size>; the limit is <limit>.",
                 {{"size", size_in_words(size)}, {"limit", size_in_words(limit)}}),
          place};
}

Error cannot_read(int error_number, const std::string& place) {
  if (const auto problem = problem_of_path(error_number)) return {ErrorCode::not_readable, *problem, place};
  switch (error_number) {
    case ENOENT:
    case ENOTDIR: return {ErrorCode::not_found, "There is no such file.", place};
    case EACCES:
    case EPERM: return {ErrorCode::not_readable, "You do not have permission to read this file.", place};
    default:
      return {ErrorCode::not_readable,
              filled("The file cannot be read (<problem>).",
                     {{"problem", std::generic_category().message(error_number)}}),
              place};
  }
}

Result<std::string> read_to_end(int descriptor, std::uintmax_t expected_size, std::uintmax_t limit,
                                const std::string& place) try {
  // One byte more than expected, to detect the end of the file without growing the buffer.
  constexpr std::uintmax_t smallest_chunk = 64 * 1024;
  std::string text;
  std::size_t used = 0;
  text.resize(std::max(expected_size, smallest_chunk) + 1);
  while (true) {
    if (used == text.size()) text.resize(text.size() * 2);
    const ssize_t count = ::read(descriptor, text.data() + used, text.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot_read(errno, place);
    if (count == 0) break;
    used += static_cast<std::size_t>(count);
    if (used > limit) {
      return Error{
          ErrorCode::not_readable,
          filled("There is more to read than the limit of <limit>.", {{"limit", size_in_words(limit)}}),
          place};
    }
  }
  text.resize(used);
  return text;
} catch (const std::bad_alloc&) {
  return not_enough_memory("There is not enough memory to read this file.", ErrorCode::not_readable, place);
}

/// `status` gets the file's metadata from before reading.
Result<std::string> read_whole(const std::filesystem::path& path, std::uintmax_t size_limit,
                               struct stat& status) {
  const std::string place = path.string();
  if (place.empty()) return Error{ErrorCode::not_found, "A file needs a name.", place};
  // Without O_NONBLOCK, opening a pipe without a writer would wait forever.
  const FileDescriptor file(::open(place.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) return cannot_read(errno, place);
  if (::fstat(file.number(), &status) != 0) return cannot_read(errno, place);
  if (S_ISDIR(status.st_mode)) return cannot_read(EISDIR, place);
  const std::uintmax_t size = status.st_size > 0 ? static_cast<std::uintmax_t>(status.st_size) : 0;
  if (size > size_limit) return too_large(size, size_limit, place);
  const int flags = ::fcntl(file.number(), F_GETFL);
  if (flags >= 0) ::fcntl(file.number(), F_SETFL, flags & ~O_NONBLOCK);
  return read_to_end(file.number(), size, size_limit, place);
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, std::uintmax_t size_limit) {
  struct stat ignored {};
  return read_whole(path, size_limit, ignored);
}

Result<StampedText> read_file_and_stamp(const std::filesystem::path& path, std::uintmax_t size_limit) {
  struct stat status {};
  Result<std::string> text = read_whole(path, size_limit, status);
  if (!text) return text.error();
  const FileStamp stamp = stamp_of(status, *text);
  return StampedText{std::move(text).value(), stamp};
}

Result<std::string> read_standard_input(std::uintmax_t size_limit) {
  return read_to_end(STDIN_FILENO, 0, size_limit, "standard input");
}

}  // namespace attention_lab
