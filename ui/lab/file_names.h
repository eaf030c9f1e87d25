// The names of files and documents, as the dialogs and the title of the window show them.
#pragma once

#include <string>

namespace attention_lab {

inline std::string file_name_of(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

/// The folder that contains a file or folder, without a trailing "/" unless it is the root.
inline std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

/// The name of a document without a file.
inline std::string name_without_file(const std::string& title) {
  return title.empty() ? "New document" : title;
}

}  // namespace attention_lab
