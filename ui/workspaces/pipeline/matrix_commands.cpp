#include <algorithm>
#include <string>

#include "core/document/edits.h"
#include "core/limits.h"
#include "core/words/matrix_words.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "core/words/typed_numbers.h"
#include "ui/lab/commands.h"
#include "ui/lab/mask_painting.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/named_items.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/plain_text.h"
#include "ui/words/word_popup.h"
#include "ui/workspaces/figures/figure_menu.h"
#include "ui/workspaces/pipeline/collapsed_matrices.h"
#include "ui/workspaces/pipeline/matrix_panel.h"

namespace attention_lab {
namespace {

constexpr const char* matrix_menu_id = "matrix menu";
constexpr float widest_in_menu = 22;  // in multiples of the text size

void draw_redraw(ViewState& view, ActionQueue& actions, const MatrixRef& matrix) {
  write_quietly("Redraw from seed");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(view.sizes().body * 7);
  ImGui::InputInt("##seed", &view.seed, 0);
  name_last_item(view, "matrix seed");
  view.seed = std::clamp(view.seed, 0, static_cast<int>(limits::seed));
  for (const edits::Draw draw : edits::all_draws) {
    const std::string label = filled("<name>: <description>", {{"name", edits::display_name(draw)},
                                                               {"description", edits::description(draw)}});
    if (menu_entry(view, label))
      actions.commit(RedrawMatrix{matrix, draw, static_cast<std::uint64_t>(view.seed)});
  }
}

void draw_token_entries(const Session& session, ViewState& view, ActionQueue& actions, Index row) {
  const Index last = session.model().n_tokens() - 1;
  const std::string token = in_curly_quotes(session.document().tokens[static_cast<std::size_t>(row)]);
  const auto entry = [&](const char* label, bool is_enabled, Edit edit, Index select_row) {
    const std::string name = filled(label, {{"token", "token"}});
    if (!menu_entry(view, filled(label, {{"token", token}}), name, {.is_enabled = is_enabled})) return;
    actions.commit(std::move(edit));
    view.selected = CellRef{{MatrixName::X, 0}, select_row, 0};
  };
  entry("Move <token> up", row > 0, MoveToken{row, row - 1}, row - 1);
  entry("Move <token> down", row < last, MoveToken{row, row + 1}, row + 1);
  entry("Remove <token>", last > 0, RemoveToken{row}, std::max<Index>(0, std::min(row, last - 1)));
}

void draw_fills(WidgetContext& view, ActionQueue& actions, const MatrixRef& matrix, bool is_square) {
  if (menu_entry(view, "Fill with zeros")) actions.commit(FillMatrix{matrix, Filling::zeros});
  if (menu_entry(view, "Identity: 1 on the diagonal")) actions.commit(FillMatrix{matrix, Filling::identity});
  if (menu_entry(view, is_square ? "Transpose" : "Transpose (square matrices only)",
                 {.is_enabled = is_square})) {
    actions.commit(TransposeMatrix{matrix});
  }
}

/// Hides or shows one key.
void draw_mask_entries(const Session& session, ViewState& view, ActionQueue& actions, const CellRef& cell) {
  const Model& model = session.model();
  const bool is_shown = is_visible(model.options.mask, cell.row, cell.column, model.n_tokens());
  const SetVisible edit{cell.row, cell.column, !is_shown};
  if (menu_entry(view, edit_name(edit, session.document()), "Hide or show the key", {})) actions.commit(edit);
  const CommandEntry& painting = entry_of(Command::paint_mask);
  const bool is_on = painting.is_on(session, view);
  const std::string keys = to_string(painting.keys.front());
  if (menu_entry(view, painting.name, {.keys = keys.c_str(), .is_checked = is_on}))
    set_painting_mask(session, view, actions, !is_on);
  ImGui::Separator();
}

// What takes the numbers elsewhere.
void draw_copies(const Session& session, ViewState& view, ActionQueue& actions, const MatrixRef& matrix) {
  if (menu_entry(view, "Copy the matrix", {.keys = "Ctrl+C"})) copy_matrix(session, view, matrix);
  FigureRequest figure;
  figure.matrix = matrix;
  draw_export_entries(session, view, actions, figure, matrix);
  if (!menu_entry(view, "Open in Figures")) return;
  view.figures.request = figure;
  view.workspace = Workspace::figures;
}

}  // namespace

void copy_matrix(const Session& session, ViewState& view, const MatrixRef& matrix) {
  if (hides_numbers(view.steps, matrix.name)) {
    view.complain(filled("Nothing was copied: Predict first still hides some numbers of <matrix>.",
                         {{"matrix", to_string(matrix.name)}}));
    return;
  }
  const MatrixView values = matrix_view(session.model(), session.trace(), matrix);
  ImGui::SetClipboardText(block_text(values).c_str());
  view.say(filled("Copied <matrix>, <shape>.",
                  {{"matrix", to_string(matrix.name)}, {"shape", shape_text(values.rows(), values.cols())}}));
}

void paste_block(WidgetContext& view, ActionQueue& actions, const CellRef& corner) {
  const char* text = ImGui::GetClipboardText();
  Result<Matrix> block = parse_block(text == nullptr ? "" : text);
  if (!block) {
    view.complain(filled("Nothing was pasted: <problem>", {{"problem", to_string(block.error())}}));
    return;
  }
  actions.commit(SetBlock{corner, std::move(block).value()});
}

void draw_matrix_menu(const Session& session, ViewState& view, ActionQueue& actions) {
  if (view.editing.opens_menu) {
    view.editing.opens_menu = false;
    ImGui::OpenPopup(matrix_menu_id);
  }
  if (!ImGui::BeginPopup(matrix_menu_id)) return;
  if (view.editing.menu_cell && contains(session.model(), session.trace(), *view.editing.menu_cell)) {
    const CellRef cell = *view.editing.menu_cell;
    const MatrixView values = matrix_view(session.model(), session.trace(), cell.matrix);
    write_markup(view,
                 filled("<matrix>, <shape>", {{"matrix", display_name(cell.matrix.name)},
                                              {"shape", shape_text(values.rows(), values.cols())}}),
                 view.sizes().body * widest_in_menu, view.theme().quiet_text);
    ImGui::Separator();
    if (hides_numbers(view.steps, cell.matrix.name)) {
      write_quietly("Predict first still hides some numbers of this matrix.");
    } else {
      draw_copies(session, view, actions, cell.matrix);
    }
    draw_collapse_entry(view, cell.matrix.name);
    draw_word_entry(view, cell.matrix.name);
    ImGui::Separator();
    if (has_token_columns(cell.matrix.name)) draw_mask_entries(session, view, actions, cell);
    if (is_given(session.model(), cell.matrix.name)) {
      if (menu_entry(view, "Paste numbers here", {.keys = "Ctrl+V"})) paste_block(view, actions, cell);
      if (menu_entry(view, "Type a value", {.keys = "Enter"})) {
        begin_typing(view, cell, value_of(session.model(), session.trace(), cell));
      }
      ImGui::Separator();
      draw_fills(view, actions, cell.matrix, values.rows() == values.cols());
      ImGui::Separator();
      draw_redraw(view, actions, cell.matrix);
      if (cell.matrix.name == MatrixName::X) {
        ImGui::Separator();
        draw_token_entries(session, view, actions, cell.row);
      }
    } else {
      write_markup(view, as_markup(edits::refuse_edit(session.document(), cell.matrix)->message),
                   view.sizes().body * widest_in_menu, view.theme().quiet_text);
    }
  }
  end_popup();
}

}  // namespace attention_lab
