// A mask as JSON: "none", "causal", {"window": {"left": 2, "right": 0}}, {"padding": 2, "causal": true} or
// {"visible": [[1, 0], [1, 1]]}. A side of a window may be "all".
#pragma once

#include <string>

#include "app/files/json_value.h"
#include "app/files/json_writer.h"
#include "core/attention/mask.h"

namespace attention_lab {

/// In one line.
std::string json_of(const Mask& mask);
/// The cells of a painted mask with one row per line.
void write_mask(JsonWriter& json, const Mask& mask);

/// Checks the form only; check_mask() compares with the sentence. Consumes `value`.
void read_mask(JsonValue& value, const std::string& place, Mask& mask, Problems& problems);

}  // namespace attention_lab
