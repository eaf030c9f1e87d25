// One matrix of the pipeline: title, labels, cells, and its mouse and keyboard input.
#pragma once

#include "core/document/session.h"
#include "core/steps/place.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"
#include "ui/workspaces/pipeline/pipeline_layout.h"

namespace attention_lab {

/// Lengths of the current frame, in pixels.
struct MatrixLook {
  float number_size = 0;
  float label_size = 0;
  float title_size = 0;
  float padding = 0;        // to the right of a number
  double weights_high = 1;  // the value with the last colour of the weights' colour map
};

/// Draws the matrix as `placed` (window coordinates).
void draw_matrix(const Session& session, ViewState& view, const Painter& painter, const PlacedMatrix& placed,
                 const MatrixLook& look, const std::vector<Place>& links);

/// Hovering, selecting, dragging, typing, the context menu and the wheel over the matrix. Call right after
/// draw_matrix.
void handle_matrix_input(const Session& session, ViewState& view, ActionQueue& actions,
                         const PlacedMatrix& placed, const PipelineLayout& layout);

/// The scroll bar of a partly visible matrix: to the right of the cells or below them.
Rect scroll_track(const PlacedMatrix& placed, bool is_vertical);

/// Background of a cell: viridis from 0 for weights, a tint around 0 for everything else.
Colour cell_ground(const Session& session, ViewState& view, const MatrixRef& ref, Scalar value,
                   double weights_high);

/// The text field over `cell` while a number is typed. Valid numbers are previewed; Enter, Tab and a click
/// elsewhere commit the number, Escape restores the old one. If the text is not a number, an error is shown
/// below.
void draw_cell_text_field(const Session& session, ViewState& view, ActionQueue& actions,
                          const Painter& painter, const Rect& cell, float number_size);

/// Copies the matrix to the clipboard with tabs and line breaks, for spreadsheets.
void copy_matrix(const Session& session, WidgetContext& view, const MatrixRef& matrix);
/// Pastes the block on the clipboard into the matrix, with its upper left corner at `corner`.
void paste_block(WidgetContext& view, ActionQueue& actions, const CellRef& corner);

/// The context menu of view.editing.menu_cell.
void draw_matrix_menu(const Session& session, ViewState& view, ActionQueue& actions);

/// Moves the selection within its matrix, up to the borders. If nothing is selected, selects X's first cell.
void move_selection(const Session& session, ViewState& view, Index rows, Index columns);

/// Tab (+1) and Shift+Tab (−1): the next cell row by row, then the next editable matrix.
void move_to_next_cell(const Session& session, ViewState& view, Index direction);

/// Arrow keys, Tab, Enter, Escape, Delete, typed digits, Ctrl+C and Ctrl+V; ignored while a text field has
/// the keyboard.
void handle_cell_keys(const Session& session, ViewState& view, ActionQueue& actions);

/// The legend's size: two bars, one above the other or side by side.
Point legend_size(const WidgetContext& view, bool is_wide);

/// One bar for the weights, 0 to `weights_high`, and one for the signed numbers of the matrix in focus.
void draw_legend(const Session& session, ViewState& view, const Painter& painter, Point origin, bool is_wide,
                 double weights_high);

/// The upper end of the weights' colours: the largest weight shown, rounded up to a simple number. It does
/// not decrease while a cell is being changed, so that colours can be compared.
double weights_high(const Session& session, ViewState& view);

}  // namespace attention_lab
