// The file in which the preferences are kept.
#pragma once

#include <filesystem>
#include <string>

#include "core/result.h"
#include "ui/lab/preferences.h"

namespace attention_lab {

struct LoadedSettings {
  Preferences preferences;
  std::string warning;  // a sentence, where a file was there but could not be used; else empty
};

/// config_folder()/settings.json. Errors as config_folder.
Result<std::filesystem::path> settings_path();

/// What cannot be read, or is out of its range, has its default: settings never keep the program from
/// starting.
LoadedSettings load_settings(const std::filesystem::path& path);
LoadedSettings load_settings();

/// Errors: not_writable.
Status save_settings(const Preferences& preferences, const std::filesystem::path& path);
Status save_settings(const Preferences& preferences);

}  // namespace attention_lab
