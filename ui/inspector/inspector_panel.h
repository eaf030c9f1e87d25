// The inspector explains one number.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Shows the selected number or, if none is selected, the one under the mouse, or else hints; fills `area`.
void draw_inspector(const Session& session, ViewState& view, const Rect& area);

}  // namespace attention_lab
