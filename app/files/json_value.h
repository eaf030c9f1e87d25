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

struct JsonMember;

struct JsonNumber {
  float rounded = 0;  ///< rounded once, from its decimal digits; past the range of floats it is infinite
  double precise = 0;
};

/// One value of a JSON text.
struct JsonValue {
  using Null = std::monostate;
  using Numbers = std::vector<float>;  ///< a list that holds numbers only, and at least one; rounded
  using List = std::vector<JsonValue>;
  using Object = std::vector<JsonMember>;  ///< in the order of the text

  std::variant<Null, bool, JsonNumber, std::string, Numbers, List, Object> content;
};

struct JsonMember {
  std::string key;
  JsonValue value;
};

struct JsonText {
  JsonValue value;
  std::vector<Error> repeated_keys;  ///< keys that stand twice in one object, each with its JSON path
};

/// Nothing we read nests deeper than a handful; the bound keeps hostile texts from overflowing the stack.
inline constexpr std::size_t json_depth_limit = 64;
/// Values other than the numbers of a list of numbers. The largest document has fewer than a million.
inline constexpr std::size_t json_value_limit = 4'000'000;

/// Errors: not_utf8, not_json with "line 12, column 7" as the place, over_limit.
Result<JsonText> parse_json(std::string_view text);

/// "a list", "the text "one"", "true": the value in a few words.
std::string in_words(const JsonValue& value);

/// The value under a key, or nullptr.
const JsonValue* find_member(const JsonValue::Object& object, std::string_view key);

/// "$.heads" or, for a key that is no plain name, "$["strange key"]".
std::string member_path(std::string_view place, std::string_view key);
/// "$.heads[1]".
std::string item_path(std::string_view place, std::size_t index);

/// “text”, shortened if long, with control characters made harmless: for messages.
std::string in_quotes(std::string_view text);

}  // namespace attention_lab
