// Edits as JSON, as recordings hold them: {"edit": "set_cell", "cell": {…}, "value": 0.5}.
#pragma once

#include <string>

#include "app/files/json_value.h"
#include "core/document/edit.h"
#include "core/result.h"

namespace attention_lab {

/// On one line. read_edit gives the edit back, with every number bit for bit.
std::string edit_json(const Edit& edit);

/// Errors: wrong_type, missing_key, not_found; the place is that of the member. `place`: of the edit itself.
Result<Edit> read_edit(const JsonValue& value, const std::string& place);

}  // namespace attention_lab
