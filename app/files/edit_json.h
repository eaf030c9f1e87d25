// Edits as JSON for recordings: {"edit": "set_cell", "cell": {…}, "value": 0.5}.
#pragma once

#include <string>

#include "app/files/json_value.h"
#include "core/document/edit.h"
#include "core/result.h"

namespace attention_lab {

/// The edit on one line. read_edit restores it with every number exact.
std::string edit_json(const Edit& edit);

/// Errors: wrong_type, missing_key, not_found; the place is the member's. `place`: of the edit itself.
Result<Edit> read_edit(const JsonValue& value, const std::string& place);

}  // namespace attention_lab
