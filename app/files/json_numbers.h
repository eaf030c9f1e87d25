// Numbers, vectors and matrices in JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "app/files/json_value.h"
#include "core/attention/types.h"

namespace attention_lab {

// Each function adds an error, with its place, for anything that is invalid.

/// The value's content if it has this type; otherwise null, with an error that says what was expected.
template <class Content, class Value>
auto* content_of(Value& value, std::string_view expected, std::string_view place, Problems& problems) {
  auto* content = std::get_if<Content>(&value.content);
  if (content == nullptr) add_wrong_type(problems, expected, value, place);
  return content;
}

/// Reads a finite number. Leaves `number` unchanged on error.
void read_number(const JsonValue& value, const std::string& place, Scalar& number, Problems& problems);
/// An integer of absolute value up to 2⁵³; nullopt, with an error, for anything else.
std::optional<std::int64_t> read_whole_number(const JsonValue& value, const std::string& place,
                                              Problems& problems);
/// Reads a list of at least one finite number.
void read_vector(const JsonValue& value, const std::string& place, RowVector& vector, Problems& problems);
/// Reads a list of rows of finite numbers, all of the same length. Empties `value`, so that a large matrix is
/// not in memory twice for long.
void read_matrix(JsonValue& value, const std::string& place, Matrix& matrix, Problems& problems);

}  // namespace attention_lab
