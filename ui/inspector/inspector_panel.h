// The inspector: one number, spelled out.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Fills `area` with the number under the mouse or, where one is selected, with that; else with what to try.
void draw_inspector(const Session& session, ViewState& view, const Rect& area);

}  // namespace attention_lab
