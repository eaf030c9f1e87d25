// JSON text as values, with compact lists of numbers and limits on everything.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/result.h"

namespace attention_lab {

/// The first hundred problems, and the number of further ones: nobody needs more, and malicious files may
/// have millions.
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
  /// If full, further problems are only counted.
  bool is_full() const { return list_.size() == most; }
  const std::vector<Error>& list() const { return list_; }
  std::size_t left_out() const { return left_out_; }
  /// Listed problems and those left out.
  std::size_t count() const { return list_.size() + left_out_; }

  void count_more(std::size_t more) { left_out_ += more; }

 private:
  static constexpr std::size_t most = 100;
  std::vector<Error> list_;
  std::size_t left_out_ = 0;
};

struct JsonMember;

/// A string as written between its quotes; refers to the JSON text, which must outlive it.
class JsonString {
 public:
  JsonString() = default;
  explicit JsonString(std::string_view written) : written_(written) {}

  std::string_view written() const { return written_; }
  bool has_escapes() const { return written_.find('\\') != std::string_view::npos; }
  /// The decoded string.
  std::string text() const;
  bool operator==(std::string_view text) const {
    return has_escapes() ? this->text() == text : written_ == text;
  }

 private:
  std::string_view written_;
};

struct JsonNumber {
  float rounded = 0;  ///< rounded once, from the decimal digits; infinite beyond the range of float
  double precise = 0;
};

/// One value of a JSON text. Kept small, since a text may have a value for every two characters.
struct JsonValue {
  using Null = std::monostate;
  using Numbers = std::vector<float>;  ///< a list of at least one number and nothing else; rounded
  using List = std::vector<JsonValue>;
  using Object = std::vector<JsonMember>;  ///< in the order of the text

  std::variant<Null, bool, JsonNumber, JsonString, Numbers, List, Object> content;
};

struct JsonMember {
  JsonString key;
  std::string_view written;  ///< the value's text
  JsonValue value;
};

struct JsonText {
  JsonValue value;         // refers to the text from which it was read
  Problems repeated_keys;  ///< keys that occur twice in an object, with their places
};

struct JsonLimits {
  /// Valid files are only a few levels deep; the limit keeps malicious ones from overflowing the stack.
  std::size_t depth = 64;
  /// Not counting the numbers in lists of numbers. The largest document has fewer than a million.
  std::size_t values = 4'000'000;
};

/// Needs time and memory proportional to the text's length. The value refers to `text`, which must outlive
/// it. Errors: not_utf8, not_json with "line 12, column 7" as the place, over_limit.
Result<JsonText> parse_json(std::string_view text, const JsonLimits& limits = {});

/// A short description of the value: "a list", "the text "one"", "true".
std::string in_words(const JsonValue& value);

/// "Expected a list of words in quotes but found null."
std::string expected_but_found(std::string_view expected, const JsonValue& found);
/// Adds that message as a wrong_type error.
void add_wrong_type(Problems& problems, std::string_view expected, const JsonValue& found,
                    std::string_view place);

/// The value of a key, or null.
const JsonValue* find_member(const JsonValue::Object& object, std::string_view key);

/// "heads" or, for a key that is not an identifier, "["strange key"]".
std::string member_path(std::string_view place, std::string_view key);
/// Example: "heads[1]".
std::string item_path(std::string_view place, std::size_t index);

/// `stopped_at`: the number of bytes that a JSON parser had read when it stopped. The place of the error is
/// "line 12, column 7", counted from 1, with columns in characters.
Error describe_syntax_error(std::string_view text, std::size_t stopped_at);

/// The error for the first line that is not valid UTF-8. Precondition: there is one.
Error describe_broken_utf8(std::string_view text);

}  // namespace attention_lab
