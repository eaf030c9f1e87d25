#include "ui/lab/preferences.h"

#include <algorithm>
#include <array>

namespace attention_lab {
namespace {

constexpr std::array offered_text_sizes = {0.75f, 0.85f, 1.0f, 1.15f, 1.3f, 1.5f, 1.75f, 2.0f, 2.25f, 2.5f};

std::vector<std::string_view> words_of_themes() {
  std::vector<std::string_view> words;
  for (const ThemeName theme : all_themes) words.push_back(to_string(theme));
  return words;
}

const std::vector<PreferenceEntry>& preference_table() {
  using P = Preferences;
  static const std::vector<PreferenceEntry> table = {
      {"theme", "Theme",
       WordPreference{[](const P& p) { return std::string(to_string(p.theme)); },
                      [](P& p, const std::string& word) {
                        const std::optional<ThemeName> theme = theme_from(word);
                        if (theme) p.theme = *theme;
                        return theme.has_value();
                      },
                      words_of_themes()}},
      {"text_size", "Text size",
       NumberPreference{&P::text_size, offered_text_sizes.front(), offered_text_sizes.back(),
                        offered_text_sizes}},
      {"enlarges_controls", "Enlarge controls beyond 125%", SwitchPreference{&P::enlarges_controls}},
      {"decimals", "Decimals", WholePreference{&P::decimals, 0, most_decimals}},
      {"motion", "Animate changes", SwitchPreference{&P::has_motion}},
      {"asked_decimals", "Decimals in guesses", WholePreference{&P::asked_decimals, 1, most_asked_decimals}},
      {"export_folder", nullptr,
       WordPreference{[](const P& p) { return p.export_folder; },
                      [](P& p, const std::string& word) {
                        p.export_folder = word;
                        return true;
                      }}},
      {"export_format", nullptr,
       WordPreference{[](const P& p) { return std::string(to_string(p.export_format)); },
                      [](P& p, const std::string& word) {
                        const std::optional<ExportFormat> format = export_format_from(word);
                        if (format) p.export_format = *format;
                        return format.has_value();
                      }}},
      {"page_size", nullptr,
       WordPreference{[](const P& p) { return to_string(p.page.size); },
                      [](P& p, const std::string& word) {
                        const Result<PageSize> size = parse_page_size(word);
                        if (size) p.page.size = *size;
                        return bool(size);
                      }}},
      {"window_width", nullptr, WholePreference{&P::window_width, 320, 16384}},
      {"window_height", nullptr, WholePreference{&P::window_height, 240, 16384}},
      {"tour_offered", nullptr, SwitchPreference{&P::was_tour_offered}},
      {"recent_files", nullptr, ListPreference{&P::recent_files, recent_files_limit}},
  };
  return table;
}

}  // namespace

std::span<const PreferenceEntry> all_preferences() {
  return preference_table();
}

float text_size_of_controls(const Preferences& preferences) {
  return preferences.enlarges_controls ? preferences.text_size
                                       : std::min(preferences.text_size, largest_controls);
}

std::span<const float> text_sizes() {
  return offered_text_sizes;
}

std::vector<std::string> recent_files_with(const std::vector<std::string>& others, const std::string& path) {
  std::vector<std::string> files{path};
  for (const std::string& file : others) {
    if (file != path && files.size() < recent_files_limit) files.push_back(file);
  }
  return files;
}

}  // namespace attention_lab
