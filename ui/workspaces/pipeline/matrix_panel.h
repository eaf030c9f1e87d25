// Mouse and keyboard input of the matrices of the pipeline.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"
#include "ui/workspaces/pipeline/shown_pipeline.h"

namespace attention_lab {

/// Hovering, selecting, dragging, typing, the context menu and the wheel over a matrix, and the scroll bars
/// of one that is only partly visible.
void handle_matrix_input(const Session& session, ViewState& view, ActionQueue& actions,
                         const Painter& painter, const PlacedStage& stage, const ShownPipeline& shown);

/// The text field over `cell` while a number is typed. Valid numbers are previewed; Enter, Tab and a click
/// elsewhere commit the number, Escape restores the old one. If the text is not a number, an error is shown
/// below.
void draw_cell_text_field(const Session& session, ViewState& view, ActionQueue& actions,
                          const Painter& painter, const Rect& cell, float number_size);

/// Copies the matrix to the clipboard with tabs and line breaks, for spreadsheets.
void copy_matrix(const Session& session, ViewState& view, const MatrixRef& matrix);
/// Pastes the block on the clipboard into the matrix, with its upper left corner at `corner`.
void paste_block(WidgetContext& view, ActionQueue& actions, const CellRef& corner);

/// The context menu of view.editing.menu_cell.
void draw_matrix_menu(const Session& session, ViewState& view, ActionQueue& actions);

/// Moves the selection within its matrix, up to the borders. If nothing is selected, selects X's first cell.
void move_selection(const Session& session, ViewState& view, Index rows, Index columns);

/// Tab (+1) and Shift+Tab (−1): the next cell row by row, then the next editable matrix.
void move_to_next_cell(const Session& session, ViewState& view, Index direction);

/// Arrow keys, Tab, Enter, Escape, Delete, typed digits, Ctrl+C and Ctrl+V; ignored while a text field has
/// the keyboard. `is_editable`: whether a panel shows the selected number so that it can be edited.
void handle_cell_keys(const Session& session, ViewState& view, ActionQueue& actions, bool is_editable);

/// Says that only B can be edited.
void say_only_B_is_edited(ViewState& view);

}  // namespace attention_lab
