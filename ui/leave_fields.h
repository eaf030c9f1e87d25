// Leaving a number that is being changed.
#pragma once

#include "ui/actions.h"
#include "ui/view_state.h"

namespace attention_lab {

/// However a cell is left that is typed into or dragged (a click elsewhere, another workspace, a dialog,
/// saving, opening, closing), it is left in this way; only Escape and undo give the old number back. What was typed
/// is committed if it is a number; otherwise the number stays what it was, and a notice says so. Returns
/// whether the document changes.
bool leave_cell(ViewState& view, ActionQueue& actions);

/// Escape or undo while a number is typed: the cell has its old number again, and there is no undo step.
void cancel_typing(ViewState& view, ActionQueue& actions);

/// At the end of a frame: leaves a cell that is not on the screen any more.
void leave_unseen_cell(ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
