// Leaving the field or drag in progress: a number, the sentence, or title and description.
#pragma once

#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

// All ways of leaving a field (a click elsewhere, another workspace, a dialog, saving, opening, closing) come
// here, and only Escape and undo restore the previous value. Valid input is committed; otherwise the document
// stays unchanged and a notice says so. Each function returns whether the document changes.

/// Leaves all fields.
bool leave_fields(ViewState& view, ActionQueue& actions);
bool leave_cell(ViewState& view, ActionQueue& actions);
bool leave_sentence(ViewState& view, ActionQueue& actions);
bool leave_title(ViewState& view, ActionQueue& actions);

/// Escape or undo during typing: restores the previous number without an undo step.
void cancel_typing(ViewState& view, ActionQueue& actions);

/// The edit that Enter commits.
Edit sentence_edit(const ViewState& view);

/// At the end of a frame: leaves fields that are no longer on the screen or have lost the keyboard.
void leave_unseen_fields(ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
