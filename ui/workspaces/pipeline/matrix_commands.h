// What can be done to a whole matrix: copy, paste, fill; and the menu that offers it.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Puts the matrix on the clipboard, with tabs and lines, as spreadsheets take it.
void copy_matrix(const Session& session, ViewState& view, const MatrixRef& matrix);
/// Writes the block on the clipboard into the matrix, its upper left corner at `corner`.
void paste_block(ViewState& view, ActionQueue& actions, const CellRef& corner);

/// The context menu of view.editing.menu_cell.
void draw_matrix_menu(const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
