#include "app/files/settings.h"

#include <algorithm>
#include <exception>
#include <optional>

#include <nlohmann/json.hpp>

#include "app/files/text_file.h"
#include "app/files/user_folders.h"
#include "core/document/validate.h"
#include "core/outside_text.h"

namespace attention_lab {
namespace {

using Json = nlohmann::ordered_json;

/// The number under `key` if it is there and within its range.
template <class Number>
void read_within(const Json& json, const char* key, Number least, Number most, Number& value) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number()) return;
  const double number = found->get<double>();
  if (number >= static_cast<double>(least) && number <= static_cast<double>(most)) {
    value = static_cast<Number>(number);
  }
}

void read_text(const Json& json, const char* key, std::string& text) {
  const auto found = json.find(key);
  if (found != json.end() && found->is_string()) text = found->get<std::string>();
}

/// Nothing where the text is no settings file at all.
std::optional<Settings> parse(const std::string& text) try {
  constexpr int deepest = 4;
  const auto keep = [](int depth, Json::parse_event_t, Json&) { return depth <= deepest; };
  const Json json = Json::parse(text, keep, false);
  if (!json.is_object()) return std::nullopt;
  Settings settings;
  if (json.contains("theme") && (json["theme"] == "paper" || json["theme"] == "night")) {
    settings.theme = json["theme"];
  }
  read_within(json, "text_size", 0.75, 2.5, settings.text_size);
  read_within(json, "decimals", 0, 9, settings.decimals);
  if (json.contains("motion") && json["motion"].is_boolean()) settings.has_motion = json["motion"];
  read_within(json, "asked_decimals", 1, 4, settings.asked_decimals);
  read_text(json, "export_folder", settings.export_folder);
  read_text(json, "export_format", settings.export_format);
  read_text(json, "page_size", settings.page_size);
  read_within(json, "window_width", 320, 16384, settings.window_width);
  read_within(json, "window_height", 240, 16384, settings.window_height);
  if (json.contains("recent_files") && json["recent_files"].is_array()) {
    for (const Json& file : json["recent_files"]) {
      if (file.is_string() && settings.recent_files.size() < recent_files_limit) {
        settings.recent_files.push_back(file);
      }
    }
  }
  return settings;
} catch (const std::exception&) {
  return std::nullopt;
}

}  // namespace

Result<std::filesystem::path> settings_path() {
  const auto folder = config_folder();
  if (!folder) return folder.error();
  return *folder / "settings.json";
}

LoadedSettings load_settings(const std::filesystem::path& path) {
  constexpr std::uintmax_t size_limit = 1 << 20;
  const Result<std::string> text = read_file(path, size_limit);
  if (!text && text.error().code == ErrorCode::not_found) return {};
  if (!text) return {{}, to_string(text.error()) + " The usual settings are used instead."};
  if (auto settings = parse(*text)) return {*std::move(settings), ""};
  return {{},
          shortened(path.string(), longest_place) +
              ": The settings file is damaged. The usual settings are used instead."};
}

LoadedSettings load_settings() {
  const auto path = settings_path();
  return path ? load_settings(*path) : LoadedSettings{};
}

Status save_settings(const Settings& settings, const std::filesystem::path& path) try {
  Json files = Json::array();
  // JSON cannot hold the name of a file that is no UTF-8; it is left out.
  for (const std::string& file : settings.recent_files) {
    if (is_utf8(file)) files.push_back(file);
  }
  const Json json = {{"theme", settings.theme},
                     {"text_size", settings.text_size},
                     {"decimals", settings.decimals},
                     {"export_folder", is_utf8(settings.export_folder) ? settings.export_folder : ""},
                     {"export_format", settings.export_format},
                     {"page_size", settings.page_size},
                     {"motion", settings.has_motion},
                     {"asked_decimals", settings.asked_decimals},
                     {"window_width", settings.window_width},
                     {"window_height", settings.window_height},
                     {"recent_files", files}};
  if (Status made = make_folders(path.parent_path()); !made) return made;
  return write_file_atomically(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
} catch (const std::exception&) {
  return not_enough_memory("to save the settings", ErrorCode::not_writable, path.string());
}

Status save_settings(const Settings& settings) {
  const auto path = settings_path();
  return path ? save_settings(settings, *path) : Status(path.error());
}

void remember_file(Settings& settings, const std::string& path) {
  auto& files = settings.recent_files;
  files.erase(std::remove(files.begin(), files.end(), path), files.end());
  files.insert(files.begin(), path);
  if (files.size() > recent_files_limit) files.resize(recent_files_limit);
}

}  // namespace attention_lab
