#include "app/files/settings.h"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>

#include <nlohmann/json.hpp>

#include "app/files/json_value.h"
#include "app/files/text_file.h"
#include "app/files/user_folders.h"
#include "core/document/validate.h"
#include "core/outside_text.h"

namespace attention_lab {
namespace {

using Json = nlohmann::ordered_json;  // to write

/// The number under `key` if it is there and within its range.
template <class Number>
void read_within(const JsonValue::Object& settings, const char* key, Number least, Number most,
                 Number& value) {
  const JsonValue* found = find_member(settings, key);
  const auto* number = found == nullptr ? nullptr : std::get_if<JsonNumber>(&found->content);
  if (number != nullptr && number->precise >= static_cast<double>(least) &&
      number->precise <= static_cast<double>(most)) {
    value = static_cast<Number>(number->precise);
  }
}

void read_text(const JsonValue::Object& settings, const char* key, std::string& text) {
  const JsonValue* found = find_member(settings, key);
  const auto* written = found == nullptr ? nullptr : std::get_if<JsonString>(&found->content);
  if (written != nullptr) text = written->text();
}

void read_recent_files(const JsonValue::Object& settings, std::vector<std::string>& files) {
  const JsonValue* found = find_member(settings, "recent_files");
  const auto* list = found == nullptr ? nullptr : std::get_if<JsonValue::List>(&found->content);
  if (list == nullptr) return;
  for (const JsonValue& file : *list) {
    const auto* path = std::get_if<JsonString>(&file.content);
    if (path != nullptr && files.size() < recent_files_limit) files.push_back(path->text());
  }
}

/// Nothing where the text is no settings file at all.
std::optional<Settings> parse(const std::string& text) try {
  const Result<JsonText> json = parse_json(text);
  const auto* object = json ? std::get_if<JsonValue::Object>(&json->value.content) : nullptr;
  if (object == nullptr) return std::nullopt;
  Settings settings;
  std::string theme;
  read_text(*object, "theme", theme);
  if (theme == "paper" || theme == "night") settings.theme = theme;
  read_within(*object, "text_size", 0.75, 2.5, settings.text_size);
  read_within(*object, "decimals", 0, 9, settings.decimals);
  if (const JsonValue* motion = find_member(*object, "motion")) {
    if (const auto* has_motion = std::get_if<bool>(&motion->content)) settings.has_motion = *has_motion;
  }
  read_within(*object, "asked_decimals", 1, 4, settings.asked_decimals);
  read_text(*object, "export_folder", settings.export_folder);
  read_text(*object, "export_format", settings.export_format);
  read_text(*object, "page_size", settings.page_size);
  read_within(*object, "window_width", 320, 16384, settings.window_width);
  read_within(*object, "window_height", 240, 16384, settings.window_height);
  read_recent_files(*object, settings.recent_files);
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

void remember_file(Settings& settings, const std::string& path) try {
  auto& files = settings.recent_files;
  files.insert(files.begin(), path);
  files.erase(std::remove(files.begin() + 1, files.end(), path), files.end());
  if (files.size() > recent_files_limit) files.resize(recent_files_limit);
} catch (const std::bad_alloc&) {
  // It was opened or saved all the same; only this list does not know.
}

}  // namespace attention_lab
