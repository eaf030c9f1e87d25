// The folders for settings and unsaved work (XDG Base Directory Specification).
#pragma once

#include <filesystem>

#include "core/result.h"

namespace attention_lab {

/// $XDG_CONFIG_HOME/attention-lab, or ~/.config/attention-lab. It may not exist yet. If HOME is not set, the
/// home folder is taken from the user's account. Errors: not_found if there is no absolute path in either
/// variable or the account.
Result<std::filesystem::path> config_folder();

/// $XDG_STATE_HOME/attention-lab, or ~/.local/state/attention-lab. Errors: as config_folder.
Result<std::filesystem::path> state_folder();

}  // namespace attention_lab
