// Dragging what a plane shows, and moving it with the arrow keys.
#pragma once

#include <optional>

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// The token whose scores, weights and context vector are shown: that of the selected number.
Index chosen_token(const Session& session, const Selection& selection);
/// Selects the token's row in the matrix of the space.
void choose_token(ViewState& view, Space space, Index token);

/// What is near the mouse in a plane, if anything: the nearest arrowhead, point or context vector.
std::optional<SpaceHandle> handle_at(const Session& session, const SpacePanel& panel, Point mouse,
                                     float reach);

/// The mouse button was pressed on the handle.
void begin_point_drag(const Session& session, ViewState& view, const SpaceHandle& handle, Point mouse);
/// Call in each frame while the drag lasts. Previews the least change that moves the handle to the mouse;
/// Escape restores the document, and letting go makes one undo step.
void continue_point_drag(const Session& session, ViewState& view, ActionQueue& actions);

/// The arrow keys: moves the point of the chosen token in the active plane by a step, as one undo step.
void nudge_point(const Session& session, ViewState& view, ActionQueue& actions, int right, int up);

/// Asked once, before a query, key or value is moved for the first time: what is to change? The answer moves
/// it.
void draw_question_what_changes(const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
