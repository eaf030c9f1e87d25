#include "app/files/user_folders.h"

#include <cstdlib>
#include <optional>
#include <string>

namespace attention_lab {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> absolute_path_in(const char* variable) {
  const char* value = std::getenv(variable);
  if (value == nullptr || *value != '/') return std::nullopt;  // relative ones are to be ignored
  return fs::path(value);
}

Result<fs::path> folder_of_ours(const char* variable, const char* below_home) {
  if (const auto folder = absolute_path_in(variable)) return *folder / "attention-lab";
  if (const auto home = absolute_path_in("HOME")) return *home / below_home / "attention-lab";
  return Error{ErrorCode::not_found,
               std::string("Neither HOME nor ") + variable + " names a folder to keep things in.", ""};
}

}  // namespace

Result<fs::path> config_folder() {
  return folder_of_ours("XDG_CONFIG_HOME", ".config");
}

Result<fs::path> state_folder() {
  return folder_of_ours("XDG_STATE_HOME", ".local/state");
}

}  // namespace attention_lab
