#include "ui/workspaces/pipeline/token_labels.h"

#include <string>

#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paint.h"

namespace attention_lab {
namespace {

std::string name_of(const Session& session, Index token) {
  return in_curly_quotes(session.document().tokens[static_cast<std::size_t>(token)]);
}

std::string tip_of_token(const Session& session, const FollowedTokens& followed, Index token) {
  const std::string name = name_of(session, token);
  if (followed.has(token))
    return filled("Click to stop following <token>, or press Escape.", {{"token", name}});
  const std::optional<Index> other = followed.next_to_go();
  if (!other) return filled("Click to follow <token> through all matrices.", {{"token", name}});
  return filled("Click to follow <token> instead of <other>. At most two tokens are followed.",
                {{"token", name}, {"other", name_of(session, *other)}});
}

/// One strip of names.
struct Names {
  bool are_rows = true;
  Rect area;  // on the page
};

void offer_token(const Session& session, ViewState& view, const MatrixRef& matrix, const Names& names,
                 const ShownPipeline& shown, std::optional<Index> token) {
  const std::string id = "##" + std::string(to_string(matrix.name)) + "." + std::to_string(matrix.head) +
                         (names.are_rows ? ".rows" : ".columns");
  allow_next_overlap();
  const bool is_clicked = click_area(id.c_str(), shown.in_window(names.area));
  allow_overlap();
  if (!token) return;
  if (is_clicked) view.followed.toggle(session.document().tokens, *token);
  if (!ImGui::IsItemHovered()) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  // The class need not read what a click does.
  if (view.presenter && !view.followed.next_to_go()) return;
  std::string tip = tip_of_token(session, view.followed, *token);
  const bool has_marks = names.are_rows && matrix.name == word_embeddings(session.model());
  if (has_marks && is_drawn(session.document(), *token))
    tip = filled("The embedding of <token> was drawn at random: this word has no meaning yet.",
                 {{"token", name_of(session, *token)}}) +
          "\n" + tip;
  view.fonts.need(tip);
  ImGui::SetTooltip("%s", tip.c_str());
}

/// The position of a name in the window.
Rect name_in_window(const PlacedStage& stage, const ShownPipeline& shown, std::optional<Index> row,
                    std::optional<Index> column) {
  const Rect cell = stage.grid.rect_of({row ? *row - stage.first_row : 0,  //
                                        column ? *column - stage.first_column : 0});
  return shown.in_window(
      row ? Rect{stage.grid.cells.x - stage.label_width, cell.y, stage.label_width, cell.height}
          : Rect{cell.x, stage.grid.cells.y - stage.header_height, cell.width, stage.header_height});
}

void add_name_items(ViewState& view, const PlacedStage& stage, const ShownPipeline& shown, bool has_rows,
                    bool has_columns) {
  if (!view.items.is_collecting) return;
  const std::string name = shown.prefix + std::string(to_string(stage.block.ref.name));
  for (Index i = stage.first_row; has_rows && i < stage.first_row + stage.grid.rows; ++i)
    view.items.add(name + ".row[" + std::to_string(i) + "]", name_in_window(stage, shown, i, std::nullopt));
  for (Index i = stage.first_column; has_columns && i < stage.first_column + stage.grid.columns; ++i)
    view.items.add(name + ".column[" + std::to_string(i) + "]",
                   name_in_window(stage, shown, std::nullopt, i));
}

}  // namespace

std::optional<Index> row_under_mouse(const PlacedStage& stage, const ShownPipeline& shown, float x,
                                     float width) {
  const Rect& cells = stage.grid.cells;
  if (!is_mouse_over(shown.in_window({x, cells.y, width, cells.height}))) return std::nullopt;
  const Point mouse = shown.on_page(from_imgui(ImGui::GetIO().MousePos));
  const std::optional<CellIndex> cell = stage.grid.cell_at({cells.x, mouse.y});
  if (!cell) return std::nullopt;
  return stage.first_row + cell->row;
}

void handle_token_labels(const Session& session, ViewState& view, const PlacedStage& stage,
                         const ShownPipeline& shown) {
  const MatrixRef& matrix = stage.block.ref;
  const Rect& cells = stage.grid.cells;
  const bool has_rows = has_token_rows(matrix.name) && stage.label_width > 0;
  const bool has_columns = has_token_columns(matrix.name) && stage.header != StageHeader::none;
  add_name_items(view, stage, shown, has_rows, has_columns);
  if (has_rows) {
    const Names names{true, {cells.x - stage.label_width, cells.y, stage.label_width, cells.height}};
    offer_token(session, view, matrix, names, shown,
                row_under_mouse(stage, shown, names.area.x, names.area.width));
  }
  if (has_columns) {
    const Names names{false, {cells.x, cells.y - stage.header_height, cells.width, stage.header_height}};
    const Point mouse = shown.on_page(from_imgui(ImGui::GetIO().MousePos));
    const std::optional<CellIndex> cell = stage.grid.cell_at({mouse.x, cells.y});
    offer_token(session, view, matrix, names, shown,
                cell ? std::optional(stage.first_column + cell->column) : std::nullopt);
  }
}

}  // namespace attention_lab
