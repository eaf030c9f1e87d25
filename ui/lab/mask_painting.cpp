#include "ui/lab/mask_painting.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/words/mask_words.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/lab/commands.h"
#include "ui/lab/document_lock.h"
#include "ui/lab/leave_fields.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

const Mask& mask_of(const Session& session) {
  return session.model().options.mask;
}

std::string quoted_word(const Session& session, Index token) {
  return quoted_markup(session.document().tokens[static_cast<std::size_t>(token)]);
}

void add_to(MaskStroke& stroke, Index query, Index key) {
  const SetVisible one{query, key, stroke.shows};
  if (std::find(stroke.cells.begin(), stroke.cells.end(), one) == stroke.cells.end())
    stroke.cells.push_back(one);
}

/// The cells of a stroke from this one on.
Edit painted(const MaskStroke& stroke, std::size_t first) {
  if (stroke.cells.size() == first + 1) return stroke.cells[first];
  SeveralEdits all{"Paint the mask", {}};
  for (std::size_t i = first; i < stroke.cells.size(); ++i) all.edits.emplace_back(stroke.cells[i]);
  return all;
}

/// Shows the cells that the stroke has reached in this frame.
void show_new_cells(CellDrag& drag, ActionQueue& actions, std::size_t first) {
  if (first == drag.stroke->cells.size()) return;
  actions.preview(painted(*drag.stroke, first));
  drag.edit = painted(*drag.stroke, 0);
}

}  // namespace

Edit paint_from_present_mask(const Session& session) {
  return SetMask{Mask::of_cells(visible_cells(mask_of(session), session.model().n_tokens()))};
}

void set_painting_mask(const Session& session, ViewState& view, ActionQueue& actions, bool is_on) {
  if (is_on && refuses_edits(view)) return;
  if (is_on && has_batch(session.document()))
    return actions.commit(paint_from_present_mask(session));  // refused
  view.paints_mask_in.reset();
  if (is_on) view.paints_mask_in = session.opened();
  if (!is_on) return;
  if (mask_of(session) != Mask::painted) actions.commit(paint_from_present_mask(session));
  // Otherwise it stands above the matrices.
  const bool has_title_line = view.workspace == Workspace::pipeline && !view.presenter && !view.steps.is_open;
  if (!has_title_line) view.say(how_to_paint_mask);
}

bool stop_painting_mask(const Session& session, ViewState& view) {
  const bool was_on = is_painting_mask(session, view);
  view.paints_mask_in.reset();
  return was_on;
}

void keep_last_mask(const Session& session, ViewState& view) {
  view.last_mask = {session.opened(), session.document().tokens, mask_of(session)};
}

bool is_painting_mask(const Session& session, const ViewState& view) {
  return view.paints_mask_in == session.opened() && mask_of(session) == Mask::painted;
}

bool can_paint_mask(const Session& session, const ViewState& view, const CellRef& cell) {
  if (!is_painting_mask(session, view)) return false;
  return cell.matrix.name == MatrixName::masked_scores;
}

void begin_mask_stroke(const Session& session, ViewState& view, ActionQueue& actions, const CellRef& cell) {
  if (refuses_edits(view)) return;
  CellDrag drag;
  drag.cell = cell;
  drag.has_moved = true;
  drag.stroke.emplace();
  drag.stroke->shows = !is_visible(mask_of(session), cell.row, cell.column, session.model().n_tokens());
  add_to(*drag.stroke, cell.row, cell.column);
  show_new_cells(drag, actions, 0);
  view.editing.drag = std::move(drag);
}

void continue_mask_stroke(ViewState& view, ActionQueue& actions, const std::optional<CellRef>& cell) {
  CellDrag& drag = *view.editing.drag;
  drag.frames_unseen = 0;
  if (is_key_pressed(ImGuiKey_Escape)) {
    actions.push(CancelPreview{});
    view.editing.drag.reset();
    return;
  }
  if (cell && cell->matrix == drag.cell.matrix) {
    // A fast mouse skips cells: paint those on the way too.
    const Index down = cell->row - drag.cell.row;
    const Index right = cell->column - drag.cell.column;
    const Index steps = std::max(std::abs(down), std::abs(right));
    const auto part = [steps](Index all, Index step) {
      return static_cast<Index>(std::lround(static_cast<double>(all * step) / static_cast<double>(steps)));
    };
    const std::size_t first = drag.stroke->cells.size();
    for (Index step = 1; step <= steps; ++step)
      add_to(*drag.stroke, drag.cell.row + part(down, step), drag.cell.column + part(right, step));
    show_new_cells(drag, actions, first);
    drag.cell = *cell;
  }
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) leave_cell(view, actions);
}

std::string mask_tooltip(const Session& session, const ViewState& view, const CellRef& cell) {
  const Mask& mask = mask_of(session);
  const MatrixName name = cell.matrix.name;
  const bool is_of_mask = name == MatrixName::masked_scores || name == MatrixName::weights;
  const bool paints = can_paint_mask(session, view, cell);
  if (mask == Mask::none || !(is_of_mask || paints)) return {};
  const Index n_tokens = session.model().n_tokens();
  const bool is_shown = is_visible(mask, cell.row, cell.column, n_tokens);
  const std::string query = quoted_word(session, cell.row);
  const std::string key = quoted_word(session, cell.column);
  const std::string why = sentence_of_visibility(mask, cell.row, cell.column, n_tokens, query, key);
  if (paints) {
    return filled(is_shown ? "<why> Click to hide it." : "<why> Click to show it.", {{"why", why}});
  }
  return is_shown ? "" : why;
}

}  // namespace attention_lab
