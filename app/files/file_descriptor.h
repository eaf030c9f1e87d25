// Shared by reading and writing files: an owning file descriptor, and messages for invalid paths.
#pragma once

#include <cerrno>
#include <optional>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace attention_lab {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor() { close(); }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }

  /// False if the system could not save the written data.
  bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_ = -1;
};

/// A message for values of errno that concern the path; nullopt for all others.
inline std::optional<std::string_view> problem_of_path(int error_number) {
  switch (error_number) {
    case EISDIR: return "This is a folder, not a file.";
    case ENAMETOOLONG: return "The name is too long.";
    case ELOOP: return "These symbolic links form a loop.";
    default: return std::nullopt;
  }
}

}  // namespace attention_lab
