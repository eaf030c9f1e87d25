#include "app/files/json_value.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <new>
#include <optional>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

/// Iterates over the text for the parser and records how far it has read.
class WatchedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  WatchedIterator(const char* at, const char** seen) : at_(at), seen_(seen) {}

  reference operator*() const { return *at_; }
  WatchedIterator& operator++() {
    *seen_ = ++at_;
    return *this;
  }
  bool operator==(const WatchedIterator& other) const { return at_ == other.at_; }
  bool operator!=(const WatchedIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** seen_;
};

/// The indices, in ascending order, of members whose key occurred before in the object.
std::vector<std::size_t> repeated_members(const JsonValue::Object& object) {
  struct Key {
    std::size_t hash;  // saves memory for long keys
    std::size_t member;
    bool operator<(const Key& other) const {
      return hash != other.hash ? hash < other.hash : member < other.member;
    }
  };
  std::vector<Key> keys;
  keys.reserve(object.size());
  for (const JsonMember& member : object) {
    const std::hash<std::string_view> hash_of;
    const std::size_t hash =
        member.key.has_escapes() ? hash_of(member.key.text()) : hash_of(member.key.written());
    keys.push_back({hash, keys.size()});
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::size_t> repeated;
  for (auto first = keys.begin(); first != keys.end();) {
    const auto last =
        std::find_if(first, keys.end(), [hash = first->hash](const Key& key) { return key.hash != hash; });
    // A key can be written in different ways; each is decoded once.
    std::unordered_set<std::string> seen;
    for (auto key = first; last - first > 1 && key != last; ++key)
      if (!seen.insert(object[key->member].key.text()).second) repeated.push_back(key->member);
    first = last;
  }
  std::sort(repeated.begin(), repeated.end());
  return repeated;
}

/// Builds the value from the parser's events. Uses its own stack, so that deep nesting needs no call stack.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(std::string_view text, const JsonLimits& limits)
      : limits_(limits), text_(text), seen_(text.data()), last_(text.data()) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.substr(0, byte_order_mark.size()) == byte_order_mark) last_ += byte_order_mark.size();
  }

  WatchedIterator begin() { return {text_.data(), &seen_}; }
  WatchedIterator end() { return {text_.data() + text_.size(), &seen_}; }

  bool null() override { return add({}); }
  bool boolean(bool value) override { return add({value}); }
  bool number_unsigned(number_unsigned_t value) override {
    return add_number({static_cast<float>(value), static_cast<double>(value)});
  }
  bool number_integer(number_integer_t value) override {
    // Only numbers with a minus sign come here, so zero is −0.
    if (value == 0) return add_number({-0.0F, -0.0});
    return add_number({static_cast<float>(value), static_cast<double>(value)});
  }
  bool number_float(number_float_t value, const string_t& digits) override {
    // Converted from the digits, not from the double: rounding twice could miss the nearest float.
    return add_number({std::strtof(digits.c_str(), nullptr), value});
  }
  bool string(string_t&) override {
    const std::string_view token = next_token();
    return add_written({JsonString(without_quotes(token))}, token);
  }
  bool binary(binary_t&) override { return false; }  // does not occur in JSON text

  bool start_object(std::size_t) override { return open({JsonValue::Object{}}); }
  bool end_object() override {
    const auto& object = std::get<JsonValue::Object>(levels_.back().value->content);
    for (const std::size_t member : repeated_members(object)) note_repeated(object[member].key);
    return close();
  }
  bool start_array(std::size_t) override { return open({JsonValue::List{}}); }
  bool end_array() override { return close(); }
  bool key(string_t&) override {
    const JsonString key(without_quotes(next_token()));
    std::get<JsonValue::Object>(levels_.back().value->content).push_back({key, {}, {}});
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
    JsonValue* value;   // stays valid while open, since its parent grows only after it is closed
    const char* start;  // of its text
  };

  static std::string_view without_quotes(std::string_view token) { return token.substr(1, token.size() - 2); }

  /// The token that the parser has just read: a bracket, a quoted string, a word or a number.
  std::string_view next_token() {
    const auto is_between = [](char c) {
      return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ':';
    };
    const char* start = last_;
    while (is_between(*start)) ++start;
    const char* end = seen_;
    // To find the end of a number, the parser reads one more character.
    const bool is_number = *start == '-' || (*start >= '0' && *start <= '9');
    if (is_number) {
      const std::string_view rest(start, static_cast<std::size_t>(end - start));
      end = start + std::min(rest.find_first_not_of("0123456789+-.eE"), rest.size());
    }
    last_ = end;
    return {start, static_cast<std::size_t>(end - start)};
  }

  /// Inserts the value in the innermost open value and returns its address.
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
      list.reserve(2 * numbers->size());  // growing step by step would need three times the memory
      for (const float number : *numbers) list.push_back({JsonNumber{number, static_cast<double>(number)}});
      parent.content = std::move(list);
    }
    auto& list = std::get<JsonValue::List>(parent.content);
    list.push_back(std::move(value));
    return &list.back();
  }

  /// If the completed value is a member, stores its text.
  void note_written(std::string_view token) {
    if (levels_.empty()) return;
    if (auto* object = std::get_if<JsonValue::Object>(&levels_.back().value->content))
      object->back().written = token;
  }

  bool add(JsonValue value) { return add_written(std::move(value), next_token()); }

  bool add_written(JsonValue value, std::string_view token) {
    if (!count_one()) return false;
    place(std::move(value));
    note_written(token);
    return true;
  }

  bool add_number(JsonNumber number) {
    if (!levels_.empty()) {
      JsonValue& parent = *levels_.back().value;
      if (auto* numbers = std::get_if<JsonValue::Numbers>(&parent.content)) {
        numbers->push_back(number.rounded);
        next_token();
        return true;
      }
      if (auto* list = std::get_if<JsonValue::List>(&parent.content); list != nullptr && list->empty()) {
        parent.content = JsonValue::Numbers{number.rounded};
        next_token();
        return true;
      }
    }
    return add({number});
  }

  bool open(JsonValue value) {
    if (levels_.size() == limits_.depth) {
      error_ = {ErrorCode::over_limit, filled("Lists and objects are nested more than <depth> levels deep.",
                                              {{"depth", limits_.depth}})};
      return false;
    }
    if (!count_one()) return false;
    const char* start = next_token().data();
    levels_.push_back({place(std::move(value)), start});
    return true;
  }

  bool close() {
    const char* start = levels_.back().start;
    levels_.pop_back();
    next_token();
    note_written({start, static_cast<std::size_t>(last_ - start)});
    return true;
  }

  /// Counts a value, and also the numbers of a list that this value turns into a list of values.
  bool count_one() {
    if (!levels_.empty()) {
      const auto* numbers = std::get_if<JsonValue::Numbers>(&levels_.back().value->content);
      if (numbers != nullptr) count_ += numbers->size();
    }
    if (++count_ <= limits_.values) return true;
    error_ = {ErrorCode::over_limit,
              filled("There are more than <most> values.", {{"most", limits_.values}})};
    return false;
  }

  void note_repeated(const JsonString& key) {
    Problems& repeated = result_.repeated_keys;
    if (repeated.is_full()) {
      repeated.count_more(1);
    } else {
      repeated.add(ErrorCode::wrong_format, "This key appears more than once.",
                   member_path(path(), key.text()));
    }
  }

  /// The path of the innermost open value.
  std::string path() const {
    std::string place;
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
      const auto& content = levels_[i].value->content;
      if (const auto* object = std::get_if<JsonValue::Object>(&content)) {
        place = member_path(place, object->back().key.text());
      } else if (const auto* list = std::get_if<JsonValue::List>(&content)) {
        place = item_path(place, list->size() - 1);
      }
    }
    return place;
  }

  JsonLimits limits_;
  std::string_view text_;
  const char* seen_;  // position of the parser
  const char* last_;  // end of the last token
  JsonText result_;
  std::vector<Level> levels_;
  std::size_t count_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<JsonText> parse_json(std::string_view text, const JsonLimits& limits) try {
  if (!is_utf8(text)) return describe_broken_utf8(text);
  Builder builder(text, limits);
  nlohmann::json::sax_parse(builder.begin(), builder.end(), &builder);
  return std::move(builder).result();
} catch (const std::bad_alloc&) {
  return not_enough_memory();
}

std::string JsonString::text() const {
  if (!has_escapes()) return std::string(written_);
  return nlohmann::json::parse('"' + std::string(written_) + '"').get<std::string>();
}

std::string in_words(const JsonValue& value) {
  struct Describe {
    std::string operator()(JsonValue::Null) const { return "null"; }
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(const JsonNumber&) const { return "a number"; }
    std::string operator()(const JsonString& text) const {
      return filled("the text <text>", {{"text", in_quotes(text.text())}});
    }
    std::string operator()(const JsonValue::Numbers&) const { return "a list of numbers"; }
    std::string operator()(const JsonValue::List&) const { return "a list"; }
    std::string operator()(const JsonValue::Object&) const { return "an object"; }
  };
  return std::visit(Describe{}, value.content);
}

std::string expected_but_found(std::string_view expected, const JsonValue& found) {
  return filled("Expected <expected> but found <found>.",
                {{"expected", expected}, {"found", in_words(found)}});
}

void add_wrong_type(Problems& problems, std::string_view expected, const JsonValue& found,
                    std::string_view place) {
  if (problems.is_full()) {
    problems.count_more(1);
  } else {
    problems.add(ErrorCode::wrong_type, expected_but_found(expected, found), place);
  }
}

const JsonValue* find_member(const JsonValue::Object& object, std::string_view key) {
  const auto found = std::find_if(object.begin(), object.end(), [&](const auto& m) { return m.key == key; });
  return found == object.end() ? nullptr : &found->value;
}

std::string member_path(std::string_view place, std::string_view key) {
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  std::string path(place);
  if (!key.empty() && std::all_of(key.begin(), key.end(), is_plain)) {
    return (path += path.empty() ? "" : ".") += key;
  }
  return ((path += '[') += in_quotes(key)) += ']';
}

std::string item_path(std::string_view place, std::size_t index) {
  return std::string(place) + "[" + std::to_string(index) + "]";
}

}  // namespace attention_lab
