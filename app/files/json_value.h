// JSON text as values: lists of numbers compact, everything bounded.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/result.h"

namespace attention_lab {

/// The first hundred problems, and how many more there are: a person needs no more of them, and a hostile
/// text has millions.
class Problems {
 public:
  void add(ErrorCode code, std::string_view message, std::string_view place) {
    if (is_full()) {
      ++left_out_;
    } else {
      list_.emplace_back(code, message, place);
    }
  }
  void add(const Error& error) { add(error.code, error.message, error.place); }

  bool is_empty() const { return list_.empty(); }
  /// What is added now is counted only.
  bool is_full() const { return list_.size() == most; }
  const std::vector<Error>& list() const { return list_; }
  std::size_t left_out() const { return left_out_; }
  /// Of those in the list and those left out.
  std::size_t count() const { return list_.size() + left_out_; }

  void count_more(std::size_t more) { left_out_ += more; }

 private:
  static constexpr std::size_t most = 100;
  std::vector<Error> list_;
  std::size_t left_out_ = 0;
};

struct JsonMember;

/// A text as it is written between its quotes: a piece of the JSON text, which it must not outlive.
class JsonString {
 public:
  JsonString() = default;
  explicit JsonString(std::string_view written) : written_(written) {}

  std::string_view written() const { return written_; }
  bool has_escapes() const { return written_.find('\\') != std::string_view::npos; }
  /// What it means.
  std::string text() const;
  bool operator==(std::string_view text) const {
    return has_escapes() ? this->text() == text : written_ == text;
  }

 private:
  std::string_view written_;
};

struct JsonNumber {
  float rounded = 0;  ///< rounded once, from its decimal digits; past the range of floats it is infinite
  double precise = 0;
};

/// One value of a JSON text. Kept small: a text has a value for every two of its characters.
struct JsonValue {
  using Null = std::monostate;
  using Numbers = std::vector<float>;  ///< a list that holds numbers only, and at least one; rounded
  using List = std::vector<JsonValue>;
  using Object = std::vector<JsonMember>;  ///< in the order of the text

  std::variant<Null, bool, JsonNumber, JsonString, Numbers, List, Object> content;
};

struct JsonMember {
  JsonString key;
  std::string_view written;  ///< the value as it stands in the text
  JsonValue value;
};

struct JsonText {
  JsonValue value;         // points into the text that it was read from
  Problems repeated_keys;  ///< keys that stand twice in one object, each with its place
};

struct JsonLimits {
  /// Nothing we read nests deeper than a handful; the bound keeps hostile texts from overflowing the stack.
  std::size_t depth = 64;
  /// Values other than the numbers of a list of numbers. The largest document has fewer than a million.
  std::size_t values = 4'000'000;
};

/// Takes time and memory in proportion to the text. The value points into `text`, which must outlive it.
/// Errors: not_utf8, not_json with "line 12, column 7" as the place, over_limit.
Result<JsonText> parse_json(std::string_view text, const JsonLimits& limits = {});

/// "a list", "the text "one"", "true": the value in a few words.
std::string in_words(const JsonValue& value);

/// "Expected a list of words in quotes but found null."
std::string expected_but_found(std::string_view expected, const JsonValue& found);
/// Notes "Expected a list of words in quotes but found null."
void add_wrong_type(Problems& problems, std::string_view expected, const JsonValue& found,
                    std::string_view place);

/// The value under a key, or nullptr.
const JsonValue* find_member(const JsonValue::Object& object, std::string_view key);

/// "heads" or, for a key that is not a plain name, "["strange key"]".
std::string member_path(std::string_view place, std::string_view key);
/// "heads[1]".
std::string item_path(std::string_view place, std::size_t index);

/// `stopped_at`: how many bytes a JSON parser had read when it gave up.
/// The place of the error is "line 12, column 7", counted from 1, columns in characters.
Error describe_syntax_error(std::string_view text, std::size_t stopped_at);

/// The first line that is not valid UTF-8. Precondition: there is one.
Error describe_broken_utf8(std::string_view text);

}  // namespace attention_lab
