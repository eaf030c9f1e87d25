// The chosen exhibit: what is wrong, right and wrong side by side, what gives it away.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// The stage that is shown of the chosen exhibit: the person's choice where the document has it, else the
/// most telling one.
MatrixRef shown_stage(const Session& session, const ViewState& view);

/// Chooses the stage so many places later, if there is one.
void step_stage(const Session& session, ViewState& view, int by);

/// Fills `area`; scrolls where it is too small. Precondition: view.museum.exhibit is up to date.
void draw_exhibit(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

}  // namespace attention_lab
