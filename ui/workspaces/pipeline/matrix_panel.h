// One matrix of the pipeline: title, labels, cells, and what mouse and keyboard do to them.
#pragma once

#include "core/document/session.h"
#include "core/steps/place.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"
#include "ui/workspaces/pipeline/pipeline_layout.h"

namespace attention_lab {

/// The lengths of one frame, in pixels.
struct MatrixLook {
  float number_size = 0;
  float label_size = 0;
  float title_size = 0;
  float padding = 0;        // right of a number
  double weights_high = 1;  // the number of the weights' last colour
};

/// Draws the matrix as `placed` (window coordinates).
void draw_matrix(const Session& session, ViewState& view, const Painter& painter, const PlacedMatrix& placed,
                 const MatrixLook& look, const std::vector<Place>& links);

/// Hovering, selecting, dragging, typing, the context menu and the wheel over the matrix.
/// To be called right after draw_matrix.
void handle_matrix_input(const Session& session, ViewState& view, ActionQueue& actions,
                         const PlacedMatrix& placed, const PipelineLayout& layout);

/// Where the scroll bar of a matrix stands that shows only part of an axis: right of the cells, or beneath.
Rect scroll_track(const PlacedMatrix& placed, bool is_vertical);

/// Ground of one cell: viridis from 0 for weights, a tint around 0 for everything else.
Colour cell_ground(const Session& session, ViewState& view, const MatrixRef& ref, Scalar value,
                   double weights_high);

/// The text field that stands in a cell while it is typed into, over `cell`. What is typed is previewed as
/// long as it is a number; Enter, Tab and a click elsewhere commit it; Escape gives the old value back. What
/// is no number is refused beneath the cell.
void draw_cell_text_field(const Session& session, ViewState& view, ActionQueue& actions,
                          const Painter& painter, const Rect& cell, float number_size);

/// Puts the matrix on the clipboard, with tabs and lines, as spreadsheets take it.
void copy_matrix(const Session& session, WidgetContext& view, const MatrixRef& matrix);
/// Writes the block on the clipboard into the matrix, its upper left corner at `corner`.
void paste_block(WidgetContext& view, ActionQueue& actions, const CellRef& corner);

/// The context menu of view.editing.menu_cell.
void draw_matrix_menu(const Session& session, ViewState& view, ActionQueue& actions);

/// Moves the selection inside its matrix; stops at its borders. Nothing selected: selects X's first cell.
void move_selection(const Session& session, ViewState& view, Index rows, Index columns);

/// Tab (+1) and Shift+Tab (−1): the next cell row by row, then the next matrix that can be edited.
void move_to_next_cell(const Session& session, ViewState& view, Index direction);

/// Arrow keys, Tab, Enter, Escape, Delete, typed digits, Ctrl+C and Ctrl+V, while no text field has the
/// keyboard.
void handle_cell_keys(const Session& session, ViewState& view, ActionQueue& actions);

/// The legend's size: two bars, one over the other or side by side.
Point legend_size(const WidgetContext& view, bool is_wide);

/// One bar for the weights, 0 to `weights_high`; one for the signed numbers of the matrix looked at.
void draw_legend(const Session& session, ViewState& view, const Painter& painter, Point origin, bool is_wide,
                 double weights_high);

/// Where the weights' colours end: the largest weight shown, rounded up to a number people read easily.
/// It does not fall while a cell is being changed, so that colours can be compared.
double weights_high(const Session& session, ViewState& view);

}  // namespace attention_lab
