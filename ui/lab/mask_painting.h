// Painting the mask cell by cell.
#pragma once

#include <optional>
#include <string>

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// The edit that gives the document a painted mask with the cells of its present one, so that nothing changes
/// until a cell is painted.
Edit paint_from_present_mask(const Session& session);

/// Turns painting on or off. The first time, the mask becomes a painted one.
void set_painting_mask(const Session& session, ViewState& view, ActionQueue& actions, bool is_on);

/// Turns painting off. Returns whether it was on.
bool stop_painting_mask(const Session& session, ViewState& view);

/// What to do while painting is on.
inline constexpr const char* how_to_paint_mask =
    "Painting the mask: click a masked score, or drag over several, to hide or show them. Press Escape when "
    "you are done.";

/// Remembers the mask that is about to be turned off, for the key that turns it on again.
void keep_last_mask(const Session& session, ViewState& view);

/// Whether painting is on, in this document, and its mask is a painted one.
bool is_painting_mask(const Session& session, const ViewState& view);

/// Whether pressing the mouse on this cell paints: painting is on, and the cell is a masked score.
bool can_paint_mask(const Session& session, const ViewState& view, const CellRef& cell);

/// The mouse is pressed on a cell: the stroke hides the keys that it crosses if this one is visible, and
/// otherwise shows them. All of it is one undo step.
void begin_mask_stroke(const Session& session, ViewState& view, ActionQueue& actions, const CellRef& cell);
/// Each frame until the mouse lets go. `cell`: the one under the mouse, if any.
void continue_mask_stroke(ViewState& view, ActionQueue& actions, const std::optional<CellRef>& cell);

/// What a cell of the masked scores or later hides or shows, and, while the mask is painted, what a click
/// does. Mark-up; empty if there is nothing to say.
std::string mask_tooltip(const Session& session, const ViewState& view, const CellRef& cell);

}  // namespace attention_lab
