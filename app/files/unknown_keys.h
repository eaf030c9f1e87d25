// Keys of a document's file that this version does not know: found, kept and written back.
//
// Document::unknown_keys is one JSON object from the place of an object in the file to what stood there:
// {"$": {"author": "Ada"}, "$.heads[0]": {"colour": "red"}}.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

namespace attention_lab {

/// A key and the place of the object it stands in: {"$.heads[0]", "colour"}.
struct UnknownKey {
  std::string place;
  std::string key;
};

/// What Document::unknown_keys becomes for these keys of `text`; over_limit where one of them holds a number
/// past the range of double. Precondition: `text` is a document of ours, and there is at least one key.
Result<std::string> keep_unknown_keys(std::string_view text, const std::vector<UnknownKey>& keys);

/// What was kept of the object at `place`: keys and values, both as JSON text.
std::vector<std::pair<std::string, std::string>> unknown_keys_at(const std::string& unknown_keys,
                                                                 const std::string& place);

/// A text in quotes, as JSON writes it.
std::string json_string(const std::string& text);

}  // namespace attention_lab
