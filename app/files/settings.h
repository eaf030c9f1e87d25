// What the program remembers of how a person likes it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"

namespace attention_lab {

struct Settings {
  std::string theme = "paper";            // or "night"
  double text_size = 1.0;                 // 0.75 to 2.5
  int decimals = 4;                       // 0 to 9
  std::vector<std::string> recent_files;  // the latest first, at most recent_files_limit
  std::string export_folder;              // of the last exported figure, absolute; or empty
  std::string export_format = "png";      // "svg", "csv", …
  std::string page_size = "16x9cm";       // of figures
  bool has_motion = true;                 // of the steps
  int asked_decimals = 2;                 // of a guess in Predict first, 1 to 4
  int window_width = 1280;                // in screen coordinates
  int window_height = 800;

  bool operator==(const Settings&) const = default;
};

inline constexpr std::size_t recent_files_limit = 10;

struct LoadedSettings {
  Settings settings;
  std::string warning;  // a sentence, where a file was there but could not be used; else empty
};

/// config_folder()/settings.json. Errors as config_folder.
Result<std::filesystem::path> settings_path();

/// What cannot be read, or is out of its range, has its default: settings never keep the program from
/// starting.
LoadedSettings load_settings(const std::filesystem::path& path);
LoadedSettings load_settings();

/// Errors: not_writable.
Status save_settings(const Settings& settings, const std::filesystem::path& path);
Status save_settings(const Settings& settings);

/// A list of recent files with `path` at its head, once.
std::vector<std::string> recent_files_with(const std::vector<std::string>& others, const std::string& path);

}  // namespace attention_lab
