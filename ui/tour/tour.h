// The tour of one minute through the window: drag, point, step, present, export.
#pragma once

#include "core/document/session.h"
#include "ui/figures/base/geometry.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Begins the tour at its first stop, with any document and from any workspace.
void start_tour(const Session& session, ViewState& view, ActionQueue& actions);
/// Begins the tour if it was never offered before.
void offer_tour(const Session& session, ViewState& view, ActionQueue& actions);

/// Call before everything else in a frame: Escape leaves the tour, unless it closes something that is open.
void handle_tour_key(ViewState& view);

/// Draws a ring around what the stop is about and a card beside it. Notices when the person has done what the
/// stop asks for; once the person has had time to read what was seen, the next stop begins.
void draw_tour(const Session& session, ViewState& view, ActionQueue& actions, const Rect& window);

}  // namespace attention_lab
