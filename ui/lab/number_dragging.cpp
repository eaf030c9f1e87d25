#include "ui/lab/number_dragging.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/lab/leave_fields.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

/// What the step is called in the history. A bias has only one row.
std::string name_of_line(const Model& model, const CellRef& first, bool is_row) {
  const std::string matrix = name_with_head(model, first.matrix);
  if (!is_row)
    return filled("Set <matrix> column <column>", {{"matrix", matrix}, {"column", first.column + 1}});
  if (row_axis(first.matrix.name) == Axis::one) return filled("Set <matrix>", {{"matrix", matrix}});
  return filled("Set <matrix> row <row>", {{"matrix", matrix}, {"row", first.row + 1}});
}

Matrix numbers_of_line(const Session& session, const CellRef& first, bool is_row) {
  const MatrixView numbers = matrix_view(session.model(), session.trace(), first.matrix);
  return is_row ? Matrix(numbers.row(first.row)) : Matrix(numbers.col(first.column));
}

/// What the drag does to the document.
Edit edit_of_drag(const Session& session, const CellDrag& drag) {
  if (!drag.line) return SetCell{drag.cell, static_cast<Scalar>(drag.value)};
  const Matrix sum = drag.line->before.unaryExpr(
      [&drag](Scalar number) { return static_cast<Scalar>(static_cast<double>(number) + drag.value); });
  return SeveralEdits{name_of_line(session.model(), drag.cell, drag.line->is_row),
                      {SetBlock{drag.cell, sum}}};
}

/// The first movement beyond that of a click.
void begin_to_move(const Session& session, CellDrag& drag) {
  drag.has_moved = true;
  drag.revision = session.committed_revision();
  if (drag.line) drag.line->before = numbers_of_line(session, drag.cell, drag.line->is_row);
}

}  // namespace

void begin_number_drag(const Session& session, ViewState& view, const CellRef& cell, bool lets_go) {
  const auto value = static_cast<double>(value_of(session.model(), session.trace(), cell));
  const float x = ImGui::GetIO().MousePos.x;
  view.editing.drag = CellDrag{cell, value, false, lets_go, x, x};
}

void begin_line_drag(const Session& session, ViewState& view, const MatrixLine& line) {
  const CellRef first{line.matrix, line.is_row ? line.at : 0, line.is_row ? 0 : line.at};
  const float x = ImGui::GetIO().MousePos.x;
  CellDrag drag{first, 0, false, false, x, x};
  drag.line = LineDrag{line.is_row};
  drag.revision = session.committed_revision();
  view.editing.drag = std::move(drag);
}

std::string dragged_amount(const CellDrag& drag) {
  return filled(drag.value < 0 ? "<amount> to each number" : "+<amount> to each number",
                {{"amount", format_number(drag.value, most_dragged_decimals)}});
}

void continue_number_drag(const Session& session, ViewState& view, ActionQueue& actions) {
  CellDrag& drag = *view.editing.drag;
  drag.frames_unseen = 0;
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  // Undo in the middle of the drag: the row or column has other numbers now.
  const bool is_other_line = drag.line && drag.revision != session.committed_revision();
  const bool is_escaped = is_key_pressed(ImGuiKey_Escape);
  if (is_escaped || is_other_line) {
    if (is_escaped && drag.has_moved) actions.push(CancelPreview{});
    view.editing.drag.reset();
    return;
  }
  if (!drag.has_moved && std::fabs(io.MousePos.x - drag.pressed_x) >= drag_threshold)
    begin_to_move(session, drag);
  const bool is_held = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (drag.has_moved && io.MousePos.x != drag.last_x) {
    drag.value = dragged_value(drag.value, io.MousePos.x - drag.last_x, io.KeyShift, io.KeyAlt);
    drag.last_x = io.MousePos.x;
    drag.edit = edit_of_drag(session, drag);
    if (is_held) actions.preview(*drag.edit);
  }
  if (is_held) return;
  if (!drag.has_moved && drag.lets_go) view.selected.reset();
  leave_cell(view, actions);
}

}  // namespace attention_lab
