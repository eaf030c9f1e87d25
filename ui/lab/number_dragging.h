// Dragging a given number sideways, or a whole row or column of them.
#pragma once

#include <string>

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// A row or a column of a matrix.
struct MatrixLine {
  MatrixRef matrix;
  bool is_row = true;
  Index at = 0;
};

/// The mouse button was pressed on the cell. `lets_go`: see CellDrag.
void begin_number_drag(const Session& session, ViewState& view, const CellRef& cell, bool lets_go);
/// The mouse button was pressed on the label of a row or column of a given matrix.
void begin_line_drag(const Session& session, ViewState& view, const MatrixLine& line);

/// "+0.36 for each number": how far a row or column has been dragged.
std::string dragged_amount(const CellDrag& drag);

/// Call in each frame while the drag lasts. Previews the new numbers; Escape restores the old ones, and
/// letting go makes one undo step.
void continue_number_drag(const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
