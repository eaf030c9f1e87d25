// Numbers, vectors and matrices out of JSON values. What does not fit is noted, with its place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/files/json_value.h"
#include "app/files/problems.h"
#include "core/attention/types.h"

namespace attention_lab {

/// A finite number. What cannot be read leaves `number` as it was.
void read_number(const JsonValue& value, const std::string& place, Scalar& number, Problems& problems);

/// A whole number of either sign, up to 2⁵³; nullopt where it is anything else.
std::optional<std::int64_t> read_whole_number(const JsonValue& value, const std::string& place,
                                              Problems& problems);

/// A list of at least one finite number.
void read_vector(const JsonValue& value, const std::string& place, RowVector& vector, Problems& problems);

/// A list of rows, all of one length, of finite numbers. `value` is emptied, so that a large matrix does not
/// stand in memory twice for long.
void read_matrix(JsonValue& value, const std::string& place, Matrix& matrix, Problems& problems);

}  // namespace attention_lab
