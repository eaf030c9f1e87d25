// Where a person's settings and unsaved work are kept (XDG Base Directory Specification).
#pragma once

#include <filesystem>

#include "core/result.h"

namespace attention_lab {

/// $XDG_CONFIG_HOME/attention-lab, or ~/.config/attention-lab. It may not exist yet. Where HOME is not set,
/// the home is the one of the account. Errors: not_found where neither variable nor the account names a
/// folder (they must be absolute paths).
Result<std::filesystem::path> config_folder();

/// $XDG_STATE_HOME/attention-lab, or ~/.local/state/attention-lab; as config_folder.
Result<std::filesystem::path> state_folder();

}  // namespace attention_lab
