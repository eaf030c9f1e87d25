#include "app/files/unknown_keys.h"

#include <cstddef>

#include <nlohmann/json.hpp>

namespace attention_lab {
namespace {

// With double as the number type: values that are not ours may need its digits.
using Json = nlohmann::ordered_json;

std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The object at "$", "$.options", "$.dropout" or "$.heads[3]": the only places that hold keys of ours.
const Json* object_at(const Json& root, const std::string& place) {
  if (place == "$") return &root;
  if (place == "$.options") return &root.at("options");
  if (place == "$.dropout") return &root.at("dropout");
  constexpr std::string_view heads = "$.heads[";
  return &root.at("heads").at(static_cast<std::size_t>(std::stoul(place.substr(heads.size()))));
}

}  // namespace

Result<std::string> keep_unknown_keys(std::string_view text, const std::vector<UnknownKey>& keys) try {
  const Json root = Json::parse(text);
  Json kept = Json::object();
  for (const UnknownKey& unknown : keys) {
    kept[unknown.place][unknown.key] = object_at(root, unknown.place)->at(unknown.key);
  }
  return text_of(kept);
} catch (const Json::exception&) {
  return Error{ErrorCode::over_limit,
               "A key that this version does not know holds a number too large to be kept; remove it.", "$"};
}

std::vector<std::pair<std::string, std::string>> unknown_keys_at(const std::string& unknown_keys,
                                                                 const std::string& place) {
  std::vector<std::pair<std::string, std::string>> result;
  const Json kept = unknown_keys.empty() ? Json() : Json::parse(unknown_keys, nullptr, false);
  if (!kept.is_object() || !kept.contains(place) || !kept[place].is_object()) return result;
  for (const auto& [key, value] : kept[place].items()) result.emplace_back(json_string(key), text_of(value));
  return result;
}

std::string json_string(const std::string& text) {
  return text_of(Json(text));
}

}  // namespace attention_lab
