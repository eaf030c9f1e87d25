// What can be wrong with a path, whether a file is read or written there or a folder is listed.
#pragma once

#include <cerrno>
#include <optional>
#include <string_view>

namespace attention_lab {

/// A sentence for those numbers of errno that concern the path alone; nothing for all others.
inline std::optional<std::string_view> problem_of_path(int error_number) {
  switch (error_number) {
    case EISDIR: return "This is a folder, not a file.";
    case ENAMETOOLONG: return "The name is too long.";
    case ELOOP: return "These symbolic links form a loop.";
    default: return std::nullopt;
  }
}

}  // namespace attention_lab
