#include "app/files/user_folders.h"

#include <cstdlib>
#include <optional>
#include <pwd.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "core/words/templates.h"

namespace attention_lab {
namespace {

namespace fs = std::filesystem;

/// The specification says that relative paths must be ignored.
std::optional<fs::path> absolute_path(const char* path) {
  if (path == nullptr || *path != '/') return std::nullopt;
  return fs::path(path);
}

std::optional<fs::path> absolute_path_in(const char* variable) {
  return absolute_path(std::getenv(variable));
}

/// The home folder from the system's user database: services and some launchers do not set HOME.
std::optional<fs::path> home_of_account() {
  std::vector<char> text(std::size_t{1} << 14);
  passwd account{};
  passwd* found = nullptr;
  if (::getpwuid_r(::geteuid(), &account, text.data(), text.size(), &found) != 0 || found == nullptr)
    return std::nullopt;
  return absolute_path(account.pw_dir);
}

Result<fs::path> folder_of_ours(const char* variable, const char* below_home) {
  if (const auto folder = absolute_path_in(variable)) return *folder / "attention-lab";
  auto home = absolute_path_in("HOME");
  if (!home) home = home_of_account();
  if (home) return *home / below_home / "attention-lab";
  return Error{ErrorCode::not_found,
               filled("Neither HOME nor <variable> names a folder, and the account has no home folder.",
                      {{"variable", variable}})};
}

}  // namespace

Result<fs::path> config_folder() {
  return folder_of_ours("XDG_CONFIG_HOME", ".config");
}

Result<fs::path> state_folder() {
  return folder_of_ours("XDG_STATE_HOME", ".local/state");
}

}  // namespace attention_lab
