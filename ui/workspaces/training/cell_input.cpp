#include "ui/workspaces/training/cell_input.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/document/target.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "core/words/typed_numbers.h"
#include "ui/lab/cell_editing.h"
#include "ui/lab/document_lock.h"
#include "ui/widgets/controls.h"
#include "ui/workspaces/training/run_of_document.h"
#include "ui/workspaces/training/training_sentences.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab {
namespace {

constexpr double target_step = 0.005;  // per pixel of a drag

}  // namespace

CellInput::CellInput(const Session& session, ViewState& view, ActionQueue& actions, const MatrixRef& matrix)
    : session_(session),
      view_(view),
      actions_(actions),
      state_(view.training),
      run_(*state_.run),
      matrix_(matrix) {}

double CellInput::number_at(bool is_of_target, CellIndex cell) const {
  return static_cast<double>(is_of_target ? (*run_.settings().target)(cell.row, cell.column)
                                          : run_.objective().values(matrix_)(cell.row, cell.column));
}

void CellInput::set_number(bool is_of_target, CellIndex cell, double value) {
  if (is_of_target && has_batch(session_.document())) {
    actions_.commit(SetTarget{*run_.settings().target});  // is refused in words
  } else if (is_of_target) {
    // Always from the start of a drag, so that the way to a weight does not matter.
    state_.painted = state_.drag ? state_.drag->target : *run_.settings().target;
    set_target_weight(*state_.painted, session_.model().options.mask, cell.row, cell.column,
                      static_cast<Scalar>(value));
    use_target(state_, *state_.painted);
  } else {
    const std::size_t branches = run_.branches().size();
    run_.set_value({matrix_, cell.row, cell.column}, static_cast<Scalar>(value));
    // Undo belongs to the document, so it is said how to get back.
    if (run_.branches().size() > branches) {
      view_.say(
          "This begins a new branch of the run, and your document stays as it is. You can choose the "
          "earlier branch above the curve.");
    }
  }
}

void CellInput::keep_target() {
  if (!state_.painted) return;
  actions_.commit(SetTarget{*std::exchange(state_.painted, std::nullopt)});
}

void CellInput::handle(const PlotPanel& panel, const std::string& name, bool is_of_target) {
  if (!panel.cells) {
    if (state_.drag && state_.drag->is_of_target == is_of_target) drag(false);
    return;
  }
  const CellGrid& grid = *panel.cells;
  if (view_.items.is_collecting()) add_items(panel, name);
  click_area(name.c_str(), in_window(panel, grid.cells));
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto cell = grid.cell_at({mouse.x - panel.place.x, mouse.y - panel.place.y});
  const bool can_change = cell && (!is_of_target || is_visible(session_.model().options.mask, cell->row,
                                                               cell->column, session_.model().n_tokens()));
  const bool is_locked = is_of_target ? view_.is_locked : state_.is_locked;
  if (ImGui::IsItemHovered() && can_change) {
    if (!is_locked)
      ImGui::SetMouseCursor(is_of_target ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
    if (is_locked && ImGui::IsItemActivated()) {
      if (!is_of_target) state_.chosen_cell = cell;
    } else if (is_locked) {
      if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) say_locked(is_of_target);
    } else if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      state_.field = TrainingField{is_of_target, *cell};
      state_.drag.reset();
      opens_field_ = true;
    } else if (ImGui::IsItemActivated()) {
      state_.drag = TrainingDrag{is_of_target, *cell, number_at(is_of_target, *cell), mouse.x,
                                 mouse.y,      false, *run_.settings().target};
      if (!is_of_target) state_.chosen_cell = cell;
    }
  }
  if (is_locked && ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left))
    say_locked(is_of_target);
  if (state_.drag && state_.drag->is_of_target == is_of_target) drag(ImGui::IsItemActive());
}

void CellInput::say_locked(bool is_of_target) {
  view_.say(is_of_target ? locked_sentence() : weights_are_locked);
}

void CellInput::drag(bool is_held) {
  TrainingDrag& drag = *state_.drag;
  if (!is_held) {
    keep_target();
    state_.drag.reset();
    return;
  }
  const ImGuiIO& io = ImGui::GetIO();
  drag.has_moved = drag.has_moved || ImGui::IsMouseDragging(ImGuiMouseButton_Left);
  if (!drag.has_moved) return;
  const float right = io.MousePos.x - drag.last_x;
  const float up = drag.last_y - io.MousePos.y;
  drag.last_x = io.MousePos.x;
  drag.last_y = io.MousePos.y;
  if (drag.is_of_target) {
    drag.value = std::clamp(drag.value + target_step * static_cast<double>(up), 0.0, 1.0);
  } else {
    drag.value = dragged_value(drag.value, right, io.KeyShift, io.KeyAlt);
  }
  if ((drag.is_of_target ? up : right) != 0) set_number(drag.is_of_target, drag.cell, drag.value);
  view_.want_frame();
}

void CellInput::add_items(const PlotPanel& panel, const std::string& name) {
  const CellGrid& grid = *panel.cells;
  for (Index row = 0; row < grid.rows; ++row) {
    for (Index column = 0; column < grid.columns; ++column) {
      view_.items.add(filled("<name>[<row>,<column>]", {{"name", name}, {"row", row}, {"column", column}}),
                      in_window(panel, grid.rect_of({row, column})));
    }
  }
}

void CellInput::draw_field() {
  if (!state_.field) return;
  const bool is_of_target = state_.field->is_of_target;
  const PlotPanel& panel = is_of_target ? state_.target : state_.numbers;
  if (!panel.cells) {
    state_.field.reset();
    return;
  }
  const Rect place = in_window(panel, panel.cells->rect_of(state_.field->cell));
  if (opens_field_) ImGui::OpenPopup("##number");
  const TypedPopup popup{.id = "##number",
                         .name = "training.field",
                         .hint = is_of_target ? hint_of(TypedRange{}) : "any number",
                         .problem = [is_of_target](const std::string& text) -> std::string {
                           if (is_of_target) return problem_with_typed(TypedRange{}, text);
                           const Result<Scalar> number = parse_number(text);
                           return number ? std::string() : number.error().message;
                         }};
  const std::string present = format_exactly(static_cast<float>(number_at(is_of_target, state_.field->cell)));
  if (const auto typed = typed_popup(view_, place, popup, present)) {
    if (const Result<Scalar> number = parse_number(*typed)) {
      set_number(is_of_target, state_.field->cell, static_cast<double>(*number));
      keep_target();
    }
  }
  if (!ImGui::IsPopupOpen("##number")) state_.field.reset();
}

}  // namespace attention_lab
