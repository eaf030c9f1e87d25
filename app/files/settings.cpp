#include "app/files/settings.h"

#include <exception>
#include <optional>
#include <type_traits>

#include "app/files/json_value.h"
#include "app/files/json_writer.h"
#include "app/files/text_file.h"
#include "app/files/user_folders.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

/// Reads one preference from the file, if its value has the right type and range.
class PreferenceReader {
 public:
  PreferenceReader(const JsonValue& found, Preferences& preferences)
      : found_(found), preferences_(preferences) {}

  void operator()(const SwitchPreference& type) const {
    if (const auto* is_on = std::get_if<bool>(&found_.content)) preferences_.*type.value = *is_on;
  }
  void operator()(const WholePreference& type) const { read_within(type); }
  void operator()(const NumberPreference& type) const { read_within(type); }
  void operator()(const WordPreference& type) const {
    if (const auto* word = std::get_if<JsonString>(&found_.content))
      static_cast<void>(type.take(preferences_, word->text()));
  }
  void operator()(const ListPreference& type) const {
    const auto* list = std::get_if<JsonValue::List>(&found_.content);
    if (list == nullptr) return;
    for (const JsonValue& item : *list) {
      std::vector<std::string>& texts = preferences_.*type.value;
      const auto* text = std::get_if<JsonString>(&item.content);
      if (text != nullptr && texts.size() < type.most) texts.push_back(text->text());
    }
  }

 private:
  template <class Type>
  void read_within(const Type& type) const {
    const auto* number = std::get_if<JsonNumber>(&found_.content);
    const bool is_within = number != nullptr && number->precise >= static_cast<double>(type.least) &&
                           number->precise <= static_cast<double>(type.most);
    auto& value = preferences_.*type.value;
    if (is_within) value = static_cast<std::remove_reference_t<decltype(value)>>(number->precise);
  }

  const JsonValue& found_;
  Preferences& preferences_;
};

/// Writes one preference. Text that is not valid UTF-8, which JSON does not allow, is written as an empty
/// string or left out of its list.
class PreferenceWriter {
 public:
  PreferenceWriter(JsonWriter& json, const char* name, const Preferences& preferences)
      : json_(json), name_(name), preferences_(preferences) {}

  void operator()(const WordPreference& type) const {
    const std::string word = type.word(preferences_);
    json_.member(name_, is_utf8(word) ? word : std::string());
  }
  void operator()(const ListPreference& type) const {
    json_.key(name_);
    json_.begin_list();
    for (const std::string& text : preferences_.*type.value) {
      if (!is_utf8(text)) continue;
      json_.item();
      json_.value(json_of(text));
    }
    json_.end_list();
  }
  template <class Type>
  void operator()(const Type& type) const {
    json_.member(name_, preferences_.*type.value);
  }

 private:
  JsonWriter& json_;
  const char* name_;
  const Preferences& preferences_;
};

/// Nullopt if the text is not a settings file.
std::optional<Preferences> parse(const std::string& text) try {
  const Result<JsonText> json = parse_json(text);
  const auto* object = json ? std::get_if<JsonValue::Object>(&json->value.content) : nullptr;
  if (object == nullptr) return std::nullopt;
  Preferences preferences;
  for (const PreferenceEntry& entry : all_preferences()) {
    if (const JsonValue* found = find_member(*object, entry.name))
      std::visit(PreferenceReader(*found, preferences), entry.type);
  }
  return preferences;
} catch (const std::exception&) {
  return std::nullopt;
}

std::string settings_json(const Preferences& preferences) {
  return json_text([&](JsonWriter& json) {
    for (const PreferenceEntry& entry : all_preferences())
      std::visit(PreferenceWriter(json, entry.name, preferences), entry.type);
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
  if (!text)
    return {
        {},
        filled("<problem> The default settings are used instead.", {{"problem", to_string(text.error())}})};
  if (std::optional<Preferences> preferences = parse(*text)) return {*std::move(preferences), ""};
  return {{},
          filled("<file>: The settings file is damaged. The default settings are used instead.",
                 {{"file", shortened(path.string(), longest_place)}})};
}

LoadedSettings load_settings() {
  const auto path = settings_path();
  return path ? load_settings(*path) : LoadedSettings{};
}

Status save_settings(const Preferences& preferences, const std::filesystem::path& path) try {
  if (Status made = make_folders(path.parent_path()); !made) return made;
  return write_file_atomically(path, settings_json(preferences));
} catch (const std::exception&) {
  return not_enough_memory("There is not enough memory to save the settings.", ErrorCode::not_writable,
                           path.string());
}

Status save_settings(const Preferences& preferences) {
  const auto path = settings_path();
  return path ? save_settings(preferences, *path) : Status(path.error());
}

}  // namespace attention_lab
