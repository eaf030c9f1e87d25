// The user's preferences and what the program remembers between runs. One table defines how they are saved,
// loaded and shown in View → Preferences.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ui/figures/base/page.h"
#include "ui/lab/export_format.h"
#include "ui/widgets/theme.h"

namespace attention_lab {

struct Preferences {
  ThemeName theme = ThemeName::paper;
  float text_size = 1;
  bool enlarges_controls = false;  // beyond largest_controls, as text_size says
  int decimals = 4;
  bool has_motion = true;     // animates steps and changes of the picture
  int asked_decimals = 2;     // of guesses in Predict first
  std::string export_folder;  // of the last export, absolute; empty if nothing was exported yet
  ExportFormat export_format = PictureFormat::png;
  PageSetup page;                         // of exported figures; remembers their size
  std::vector<std::string> recent_files;  // the most recent first
  int window_width = 1280;                // in screen coordinates
  int window_height = 800;
  bool was_tour_offered = false;

  bool operator==(const Preferences&) const = default;
};

inline constexpr std::size_t recent_files_limit = 10;
inline constexpr int most_decimals = 7;
inline constexpr int most_asked_decimals = 4;

// The types of preferences. Values out of range and unknown words in the file are ignored.
struct SwitchPreference {
  bool Preferences::*value;
};
struct WholePreference {
  int Preferences::*value;
  int least, most;
};
struct NumberPreference {
  float Preferences::*value;
  float least, most;
  std::span<const float> steps;  ///< offered by the menu, as percentages
};
struct WordPreference {
  std::string (*word)(const Preferences& preferences);
  bool (*take)(Preferences& preferences, const std::string& word);  ///< returns false if the word is invalid
  std::vector<std::string_view> offered{};                          ///< by the menu
};
struct ListPreference {
  std::vector<std::string> Preferences::*value;
  std::size_t most;
};

struct PreferenceEntry {
  const char* name;   ///< in the settings file
  const char* title;  ///< in the menu; null: not in the menu
  std::variant<SwitchPreference, WholePreference, NumberPreference, WordPreference, ListPreference> type;
};

std::span<const PreferenceEntry> all_preferences();

/// Controls and panels stay at this text size, so that the matrices keep their room.
inline constexpr float largest_controls = 1.25f;
/// The text size of everything but the matrices of the pipeline.
float text_size_of_controls(const Preferences& preferences);

/// The text sizes that keys and menus offer; 1 is the normal size.
std::span<const float> text_sizes();

/// The list of recent files with `path` moved or added to its front.
std::vector<std::string> recent_files_with(const std::vector<std::string>& others, const std::string& path);

}  // namespace attention_lab
