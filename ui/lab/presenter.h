// The presenter view: the workspace alone in full screen, with text large enough for the back row.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Enters the view and saves everything that it changes, or leaves it and restores that.
void toggle_presenter(const Session& session, ViewState& view, ActionQueue& actions);

/// Call before each frame: sets theme and text size from the preferences; in the presenter view, text grows
/// with the window.
void take_look(ViewState& view, float window_height);

/// Fills the window. Arrow keys choose token and stage, the pointer is a spotlight, Escape leaves.
void draw_presenter(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window);

}  // namespace attention_lab
