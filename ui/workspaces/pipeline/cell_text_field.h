// The text field that stands in a cell while it is typed into.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// Draws it over `cell`. What is typed is previewed as long as it is a number; Enter, Tab and a click
/// elsewhere commit it; Escape gives the old value back. What is no number is refused beneath the cell.
void draw_cell_text_field(const Session& session, ViewState& view, ActionQueue& actions,
                          const Painter& painter, const Rect& cell, float number_size);

}  // namespace attention_lab
