// The presenter's view: the workspace alone on the whole screen, large enough for the back row.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Enters it, remembering everything it changes; or leaves it, with all of that as it was.
void toggle_presenter(const Session& session, ViewState& view, ActionQueue& actions);

/// Before each frame: theme and size of the text are those of the preferences, but the presenter's view has
/// text that grows with the window.
void take_look(ViewState& view, float window_height);

/// Fills the window. Arrow keys choose token and stage, the pointer is a spot, Escape leaves.
void draw_presenter(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window);

}  // namespace attention_lab
