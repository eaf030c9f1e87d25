// The file that stores the preferences.
#pragma once

#include <filesystem>
#include <string>

#include "core/result.h"
#include "ui/lab/preferences.h"

namespace attention_lab {

struct LoadedSettings {
  Preferences preferences;
  std::string warning;  // a sentence if a file exists but is unusable; otherwise empty
};

/// The file config_folder()/settings.json. Errors: as config_folder.
Result<std::filesystem::path> settings_path();

/// Values that are unreadable or out of range get their defaults: settings never keep the program from
/// starting.
LoadedSettings load_settings(const std::filesystem::path& path);
LoadedSettings load_settings();

/// Errors: not_writable.
Status save_settings(const Preferences& preferences, const std::filesystem::path& path);
Status save_settings(const Preferences& preferences);

}  // namespace attention_lab
