// Leaving what is being typed or dragged: a number, the sentence, title and description.
#pragma once

#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

// However a field is left (a click elsewhere, another workspace, a dialog, saving, opening, closing), it is
// left in this way, and only Escape and undo give back what was there: what was typed is committed if it can
// be; otherwise the document stays what it was, and a notice says so. Each returns whether the document
// changes.

/// All of them.
bool leave_fields(ViewState& view, ActionQueue& actions);
bool leave_cell(ViewState& view, ActionQueue& actions);
bool leave_sentence(ViewState& view, ActionQueue& actions);
bool leave_title(ViewState& view, ActionQueue& actions);

/// Escape or undo while a number is typed: the cell has its old number again, and there is no undo step.
void cancel_typing(ViewState& view, ActionQueue& actions);

/// What Enter commits.
SetSentence sentence_edit(const ViewState& view);

/// At the end of a frame: leaves what is no longer on the screen or has lost the keyboard.
void leave_unseen_fields(ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
