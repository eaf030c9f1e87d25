// Dragging an attention weight: the lab moves W_q and W_k until the weight is where the mouse holds it.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Whether dragging this cell moves W_q and W_k: a cell of the attention weights, with the switch on.
bool can_drag_attention(const ViewState& view, const CellRef& cell);

/// The mouse button was pressed on the cell. `lets_go`: see CellDrag.
void begin_attention_drag(const Session& session, ViewState& view, const CellRef& cell, bool lets_go);

/// Call in each frame while the drag lasts. Dragging up or down changes the wanted weight by 0.005 a pixel,
/// Alt ten times finer. Each frame makes a few gradient steps and previews them; Escape restores the old
/// numbers, and letting go makes one undo step. Says so if the weight cannot get there.
void continue_attention_drag(const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
