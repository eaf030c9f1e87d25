// A text of a figure that people may type, in a column of options.
#pragma once

#include <optional>
#include <string>

#include "ui/lab/view_state.h"
#include "ui/widgets/control_column.h"

namespace attention_lab {

/// Draws a field over the whole width of the column. Empty: the usual text, which `hint` names. A single
/// space: no text. `name`: of the item.
void draw_text_row(ControlColumn& column, ViewState& view, const char* name, const std::string& hint,
                   const std::string& tip, TypedText& typed, std::optional<std::string>& text);

}  // namespace attention_lab
