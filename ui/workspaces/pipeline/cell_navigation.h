// Moving the selection with the keyboard.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Moves the selection inside its matrix; stops at its borders. Nothing selected: selects X's first cell.
void move_selection(const Session& session, ViewState& view, Index rows, Index columns);

/// Tab (+1) and Shift+Tab (−1): the next cell row by row, then the next matrix that can be edited.
void move_to_next_cell(const Session& session, ViewState& view, Index direction);

/// Arrow keys, Tab, Enter, Escape, Delete, typed digits, Ctrl+C and Ctrl+V, while no text field has the
/// keyboard.
void handle_cell_keys(const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
