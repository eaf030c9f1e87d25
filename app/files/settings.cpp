#include "app/files/settings.h"

#include <exception>
#include <optional>

#include "app/files/json_value.h"
#include "app/files/json_writer.h"
#include "app/files/text_file.h"
#include "app/files/user_folders.h"
#include "core/words/outside_text.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

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

// JSON cannot hold the name of a file that is no UTF-8; it is left out.
std::string settings_json(const Settings& settings) {
  return json_text([&](JsonWriter& json) {
    json.member("theme", settings.theme);
    json.member("text_size", static_cast<float>(settings.text_size));
    json.member("decimals", settings.decimals);
    json.member("export_folder", is_utf8(settings.export_folder) ? settings.export_folder : std::string());
    json.member("export_format", settings.export_format);
    json.member("page_size", settings.page_size);
    json.member("motion", settings.has_motion);
    json.member("asked_decimals", settings.asked_decimals);
    json.member("window_width", settings.window_width);
    json.member("window_height", settings.window_height);
    json.key("recent_files");
    json.begin_list();
    for (const std::string& file : settings.recent_files) {
      if (!is_utf8(file)) continue;
      json.item();
      json.value(json_of(file));
    }
    json.end_list();
  });
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
  if (Status made = make_folders(path.parent_path()); !made) return made;
  return write_file_atomically(path, settings_json(settings));
} catch (const std::exception&) {
  return not_enough_memory("to save the settings", ErrorCode::not_writable, path.string());
}

Status save_settings(const Settings& settings) {
  const auto path = settings_path();
  return path ? save_settings(settings, *path) : Status(path.error());
}

std::vector<std::string> recent_files_with(const std::vector<std::string>& others, const std::string& path) {
  std::vector<std::string> files{path};
  for (const std::string& file : others) {
    if (file != path && files.size() < recent_files_limit) files.push_back(file);
  }
  return files;
}

}  // namespace attention_lab
