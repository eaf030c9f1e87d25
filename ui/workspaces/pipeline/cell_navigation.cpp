#include <algorithm>
#include <vector>

#include "ui/lab/mask_painting.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/workspaces/pipeline/matrix_panel.h"

namespace attention_lab {
namespace {

// The editable matrices of the shown head, in the order of Tab.
std::vector<MatrixRef> editable_matrices(const Session& session, const Selection& selection) {
  std::vector<MatrixRef> matrices;
  for (const MatrixName name : all_matrix_names) {
    if (!is_given(session.model(), name)) continue;
    const MatrixRef ref{name, is_per_head(name) ? selection.shown_head : 0};
    if (matrix_view(session.model(), session.trace(), ref).size() > 0) matrices.push_back(ref);
  }
  return matrices;
}

void select(ViewState& view, const CellRef& cell) {
  view.selected = cell;
  view.editing.scrolls_to_selection = true;
}

// The typed characters in Dear ImGui's input queue, if a number can begin with them.
std::string typed_start() {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.InputQueueCharacters.Size == 0 || io.KeyCtrl) return {};
  std::string typed;
  for (const ImWchar c : io.InputQueueCharacters) {
    if (c >= 0x20 && c < 0x7F) typed += static_cast<char>(c);
  }
  const bool begins_number =
      !typed.empty() && std::string_view("0123456789-.,").find(typed.front()) != std::string_view::npos;
  return begins_number ? typed : std::string();
}

}  // namespace

void move_selection(const Session& session, ViewState& view, Index rows, Index columns) {
  if (!view.selected) {
    select(view, CellRef{{MatrixName::X, 0}, 0, 0});
    return;
  }
  CellRef cell = *view.selected;
  const MatrixView matrix = matrix_view(session.model(), session.trace(), cell.matrix);
  cell.row = std::clamp<Index>(cell.row + rows, 0, matrix.rows() - 1);
  cell.column = std::clamp<Index>(cell.column + columns, 0, matrix.cols() - 1);
  select(view, cell);
}

void move_to_next_cell(const Session& session, ViewState& view, Index direction) {
  if (!view.selected) {
    move_selection(session, view, 0, 0);
    return;
  }
  CellRef cell = *view.selected;
  const MatrixView matrix = matrix_view(session.model(), session.trace(), cell.matrix);
  const Index next = cell.row * matrix.cols() + cell.column + direction;
  if (next >= 0 && next < matrix.size()) {
    select(view, {cell.matrix, next / matrix.cols(), next % matrix.cols()});
    return;
  }
  const std::vector<MatrixRef> matrices = editable_matrices(session, view);
  const auto here = std::find(matrices.begin(), matrices.end(), cell.matrix);
  const Index count = static_cast<Index>(matrices.size());
  const Index at = here == matrices.end() ? 0 : (here - matrices.begin() + direction + count) % count;
  const MatrixRef target = matrices[static_cast<std::size_t>(at)];
  const MatrixView values = matrix_view(session.model(), session.trace(), target);
  select(view, direction > 0 ? CellRef{target, 0, 0} : CellRef{target, values.rows() - 1, values.cols() - 1});
}

void say_only_B_is_edited(ViewState& view) {
  view.say("A and B − A cannot be edited. Change B, and the difference follows.");
}

void handle_cell_keys(const Session& session, ViewState& view, ActionQueue& actions, bool is_editable) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!takes_keys(view)) return;
  if (!view.steps.is_open) {  // with the steps open, arrow keys step
    if (is_key_pressed(ImGuiKey_LeftArrow)) move_selection(session, view, 0, -1);
    if (is_key_pressed(ImGuiKey_RightArrow)) move_selection(session, view, 0, 1);
    if (is_key_pressed(ImGuiKey_UpArrow)) move_selection(session, view, -1, 0);
    if (is_key_pressed(ImGuiKey_DownArrow)) move_selection(session, view, 1, 0);
  }
  if (is_key_pressed(ImGuiKey_Tab)) move_to_next_cell(session, view, io.KeyShift ? -1 : 1);
  if (is_key_pressed(ImGuiKey_Escape) && !stop_painting_mask(session, view) && !let_go(view))
    view.pipeline.focus.reset();
  if (!view.selected) return;

  const CellRef cell = *view.selected;
  if (io.KeyCtrl && is_key_pressed(ImGuiKey_C)) copy_matrix(session, view, cell.matrix);
  if (!is_given(session.model(), cell.matrix.name)) return;
  const bool pastes = io.KeyCtrl && is_key_pressed(ImGuiKey_V);
  const bool begins = is_enter_pressed();
  const bool clears = is_key_pressed(ImGuiKey_Delete) || is_key_pressed(ImGuiKey_Backspace);
  const std::string typed = typed_start();
  if (!is_editable) {
    if (pastes || begins || clears || !typed.empty()) say_only_B_is_edited(view);
    return;
  }
  if (pastes) paste_block(view, actions, cell);
  if (begins) {
    begin_typing(view, cell, value_of(session.model(), session.trace(), cell));
  } else if (clears) {
    actions.commit(SetCell{cell, 0});
  } else if (!typed.empty()) {
    begin_typing(view, cell, typed);
  }
}

}  // namespace attention_lab
