#include "app/files/json_value.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <optional>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "app/files/json_syntax_error.h"
#include "core/document/validate.h"

namespace attention_lab {
namespace {

/// Takes the parser's events and builds the value. Its stack is its own, so depth costs no call stack.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  bool null() override { return add({}); }
  bool boolean(bool value) override { return add({value}); }
  bool number_unsigned(number_unsigned_t value) override {
    return add_number({static_cast<float>(value), static_cast<double>(value)});
  }
  bool number_integer(number_integer_t value) override {
    // Only a number with a minus sign comes here, so zero is −0.
    if (value == 0) return add_number({-0.0F, -0.0});
    return add_number({static_cast<float>(value), static_cast<double>(value)});
  }
  bool number_float(number_float_t value, const string_t& digits) override {
    // From the digits and not from the double: rounding twice could miss the nearest float.
    return add_number({std::strtof(digits.c_str(), nullptr), value});
  }
  bool string(string_t& value) override { return add({std::move(value)}); }
  bool binary(binary_t&) override { return false; }  // no such thing in JSON text

  bool start_object(std::size_t) override { return open({JsonValue::Object{}}); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open({JsonValue::List{}}); }
  bool end_array() override { return close(); }
  bool key(string_t& key) override {
    Level& level = levels_.back();
    if (!level.keys.insert(key).second) {
      result_.repeated_keys.push_back(
          {ErrorCode::wrong_format, "This key stands here twice.", member_path(path(), key)});
    }
    std::get<JsonValue::Object>(level.value->content).push_back({std::move(key), {}});
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    error_ = describe_syntax_error(text_, position);
    return false;
  }

  Result<JsonText> result() && {
    if (error_) return *std::move(error_);
    return std::move(result_);
  }

 private:
  struct Level {
    JsonValue* value;  // stays where it is while it is open: its parent grows only after it is closed
    std::unordered_set<std::string> keys;
  };

  /// Puts the value where the next one belongs, and says where it stands now.
  JsonValue* place(JsonValue value) {
    if (levels_.empty()) {
      result_.value = std::move(value);
      return &result_.value;
    }
    JsonValue& parent = *levels_.back().value;
    if (auto* object = std::get_if<JsonValue::Object>(&parent.content)) {
      object->back().value = std::move(value);
      return &object->back().value;
    }
    if (auto* numbers = std::get_if<JsonValue::Numbers>(&parent.content)) {
      JsonValue::List list;
      for (const float number : *numbers) list.push_back({JsonNumber{number, static_cast<double>(number)}});
      count_ += list.size();
      parent.content = std::move(list);
    }
    auto& list = std::get<JsonValue::List>(parent.content);
    list.push_back(std::move(value));
    return &list.back();
  }

  bool add(JsonValue value) {
    place(std::move(value));
    return count_one();
  }

  bool add_number(JsonNumber number) {
    if (!levels_.empty()) {
      JsonValue& parent = *levels_.back().value;
      if (auto* numbers = std::get_if<JsonValue::Numbers>(&parent.content)) {
        numbers->push_back(number.rounded);
        return true;
      }
      if (auto* list = std::get_if<JsonValue::List>(&parent.content); list != nullptr && list->empty()) {
        parent.content = JsonValue::Numbers{number.rounded};
        return true;
      }
    }
    return add({number});
  }

  bool open(JsonValue value) {
    if (levels_.size() == json_depth_limit) {
      error_ = {ErrorCode::over_limit,
                "Lists and objects are nested deeper than " + std::to_string(json_depth_limit) + ".", ""};
      return false;
    }
    levels_.push_back({place(std::move(value)), {}});
    return count_one();
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  bool count_one() {
    if (++count_ <= json_value_limit) return true;
    error_ = {ErrorCode::over_limit, "There are more than " + std::to_string(json_value_limit) + " values.",
              ""};
    return false;
  }

  /// Of the innermost open value.
  std::string path() const {
    std::string place = "$";
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
      const auto& content = levels_[i].value->content;
      if (const auto* object = std::get_if<JsonValue::Object>(&content)) {
        place = member_path(place, object->back().key);
      } else if (const auto* list = std::get_if<JsonValue::List>(&content)) {
        place = item_path(place, list->size() - 1);
      }
    }
    return place;
  }

  std::string_view text_;
  JsonText result_;
  std::vector<Level> levels_;
  std::size_t count_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<JsonText> parse_json(std::string_view text) try {
  if (!is_utf8(text)) return describe_broken_utf8(text);
  Builder builder(text);
  nlohmann::json::sax_parse(text.data(), text.data() + text.size(), &builder);
  return std::move(builder).result();
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::over_limit, "There is not enough memory to read it.", ""};
}

std::string in_words(const JsonValue& value) {
  struct Describe {
    std::string operator()(JsonValue::Null) const { return "null"; }
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(const JsonNumber&) const { return "a number"; }
    std::string operator()(const std::string& text) const { return "the text " + in_quotes(text); }
    std::string operator()(const JsonValue::Numbers&) const { return "a list of numbers"; }
    std::string operator()(const JsonValue::List&) const { return "a list"; }
    std::string operator()(const JsonValue::Object&) const { return "an object"; }
  };
  return std::visit(Describe{}, value.content);
}

const JsonValue* find_member(const JsonValue::Object& object, std::string_view key) {
  const auto found = std::find_if(object.begin(), object.end(), [&](const auto& m) { return m.key == key; });
  return found == object.end() ? nullptr : &found->value;
}

std::string member_path(std::string_view place, std::string_view key) {
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  std::string path(place);
  if (!key.empty() && std::all_of(key.begin(), key.end(), is_plain)) return (path += '.') += key;
  return ((path += '[') += in_quotes(key)) += ']';
}

std::string item_path(std::string_view place, std::size_t index) {
  return std::string(place) + "[" + std::to_string(index) + "]";
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool starts_character = (c & 0xC0u) != 0x80u;
    if (i >= longest && starts_character) {
      result += "…";
      break;
    }
    result += c < 0x20 || c == 0x7F ? ' ' : text[i];
  }
  return result += '"';
}

}  // namespace attention_lab
