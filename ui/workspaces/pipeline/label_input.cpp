#include "ui/workspaces/pipeline/label_input.h"

#include <cmath>
#include <string>

#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/lab/number_dragging.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"

namespace attention_lab {
namespace {

constexpr float line_frame = 2;  // pixels at 100%

/// The labels beside the rows of a matrix, or those above its columns.
class LabelInput {
 public:
  LabelInput(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
             const PlacedStage& stage, const ShownPipeline& shown, bool are_rows)
      : session_(session),
        view_(view),
        actions_(actions),
        painter_(painter),
        stage_(stage),
        shown_(shown),
        matrix_(stage.block.ref),
        are_rows_(are_rows),
        are_tokens_(are_rows ? has_token_rows(matrix_.name) : has_token_columns(matrix_.name)),
        can_drag_(shown.edits(matrix_) && is_given(session.model(), matrix_.name)) {}

  void handle() {
    if (!are_there()) return;
    add_items();
    if (!are_tokens_ && !can_drag_) return;
    const std::string id = "##" + std::string(to_string(matrix_.name)) + "." + std::to_string(matrix_.head) +
                           (are_rows_ ? ".rows" : ".columns");
    allow_next_overlap();
    const bool is_clicked = click_area(
        id.c_str(), is_title() ? shown_.title_in_window(stage_) : shown_.in_window(strip_on_page()));
    allow_overlap();
    const std::optional<Index> at = line_under_mouse();
    // A may have more tokens than B, which all marks are about.
    const bool is_there = at && (!are_tokens_ || *at < session_.model().n_tokens());
    const bool was_dragged = is_being_dragged() && view_.editing.drag->has_moved;
    if (is_clicked && is_there && are_tokens_ && !was_dragged)
      view_.followed.toggle(session_.document().tokens, *at);
    if (is_being_dragged()) {
      const CellDrag& drag = *view_.editing.drag;
      draw_frame(are_rows_ ? drag.cell.row : drag.cell.column);
      // Above the matrix, where it hides no number that changes.
      if (drag.has_moved) draw_tooltip_above(view_, shown_.outline_in_window(stage_), dragged_amount(drag));
      return continue_number_drag(session_, view_, actions_);
    }
    if (!is_there || !ImGui::IsItemHovered()) return;
    if (can_drag_ && ImGui::IsItemClicked(ImGuiMouseButton_Left))
      begin_line_drag(session_, view_, {matrix_, are_rows_, *at});
    if (can_drag_) draw_frame(*at);
    ImGui::SetMouseCursor(can_drag_ ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_Hand);
    say_what_it_does(*at);
  }

 private:
  /// The only row of a bias is labelled by the title.
  bool is_title() const { return are_rows_ && row_axis(matrix_.name) == Axis::one; }

  bool are_there() const {
    return is_title() || (are_rows_ ? stage_.label_width > 0 : stage_.header != StageHeader::none);
  }

  Rect strip_on_page() const {
    const Rect& cells = stage_.grid.cells;
    return are_rows_ ? Rect{cells.x - stage_.label_width, cells.y, stage_.label_width, cells.height}
                     : Rect{cells.x, cells.y - stage_.header_height, cells.width, stage_.header_height};
  }

  std::optional<Index> line_under_mouse() const {
    if (is_title()) return 0;
    const Rect strip = strip_on_page();
    if (are_rows_) return row_under_mouse(stage_, shown_, strip.x, strip.width);
    const Point mouse = shown_.on_page(from_imgui(ImGui::GetIO().MousePos));
    const std::optional<CellIndex> cell = stage_.grid.cell_at({mouse.x, stage_.grid.cells.y});
    return cell ? std::optional(stage_.first_column + cell->column) : std::nullopt;
  }

  bool is_being_dragged() const {
    const std::optional<CellDrag>& drag = view_.editing.drag;
    return can_drag_ && drag && drag->line && drag->line->is_row == are_rows_ && drag->cell.matrix == matrix_;
  }

  /// Of the visible numbers of the row or column.
  void draw_frame(Index at) const {
    const CellGrid& grid = stage_.grid;
    const Index i = at - (are_rows_ ? stage_.first_row : stage_.first_column);
    if (i < 0 || i >= (are_rows_ ? grid.rows : grid.columns)) return;
    const Rect first = grid.rect_of({are_rows_ ? i : 0, are_rows_ ? 0 : i});
    const Rect line = are_rows_ ? Rect{grid.cells.x, first.y, grid.cells.width, first.height}
                                : Rect{first.x, grid.cells.y, first.width, grid.cells.height};
    painter_.stroke(shown_.in_window(line), view_.theme().accent, std::round(line_frame * view_.scale()));
  }

  void say_what_it_does(Index at) const {
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;  // something else is being dragged over it
    // The class need not read what a click does.
    if (view_.presenter && !(are_tokens_ && view_.followed.next_to_go())) return;
    std::string tip = are_tokens_ ? tip_of_token(at) : std::string();
    if (are_tokens_ && can_drag_) tip += " ";
    if (can_drag_) {
      tip += is_title()  ? "Drag sideways to change all the numbers in this bias together."
             : are_rows_ ? "Drag sideways to change all the numbers in this row together."
                         : "Drag sideways to change all the numbers in this column together.";
    }
    view_.fonts.need(tip);
    draw_tooltip(view_, escape_markup(tip));
  }

  std::string name_of(Index token) const {
    return in_curly_quotes(session_.document().tokens[static_cast<std::size_t>(token)]);
  }

  std::string tip_of_token(Index token) const {
    std::string tip = tip_of_following(token);
    const bool has_marks = are_rows_ && matrix_.name == word_embeddings(session_.model());
    if (!has_marks || !is_drawn(session_.document(), token)) return tip;
    return filled("The embedding of <token> was drawn at random: this word has no meaning yet.",
                  {{"token", name_of(token)}}) +
           "\n" + tip;
  }

  std::string tip_of_following(Index token) const {
    const std::string name = name_of(token);
    if (view_.followed.has(token))
      return filled("Click to stop following <token>, or press Escape.", {{"token", name}});
    const std::optional<Index> other = view_.followed.next_to_go();
    if (!other) return filled("Click to follow <token> through all matrices.", {{"token", name}});
    return filled("Click to follow <token> instead of <other>. At most two tokens are followed.",
                  {{"token", name}, {"other", name_of(*other)}});
  }

  /// The label of a row or column in the window.
  Rect label_in_window(Index at) const {
    if (is_title()) return shown_.title_in_window(stage_);
    const Rect strip = strip_on_page();
    const Index i = at - (are_rows_ ? stage_.first_row : stage_.first_column);
    const Rect cell = stage_.grid.rect_of({are_rows_ ? i : 0, are_rows_ ? 0 : i});
    return shown_.in_window(are_rows_ ? Rect{strip.x, cell.y, strip.width, cell.height}
                                      : Rect{cell.x, strip.y, cell.width, strip.height});
  }

  void add_items() {
    if (!view_.items.is_collecting()) return;
    const std::string name =
        shown_.prefix + std::string(to_string(matrix_.name)) + (are_rows_ ? ".row[" : ".column[");
    const Index first = are_rows_ ? stage_.first_row : stage_.first_column;
    const Index count = are_rows_ ? stage_.grid.rows : stage_.grid.columns;
    for (Index at = first; at < first + count; ++at)
      view_.items.add(name + std::to_string(at) + "]", label_in_window(at));
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  const Painter& painter_;
  const PlacedStage& stage_;
  const ShownPipeline& shown_;
  const MatrixRef& matrix_;
  bool are_rows_;
  bool are_tokens_;
  bool can_drag_;
};

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

void handle_labels(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                   const PlacedStage& stage, const ShownPipeline& shown) {
  for (const bool are_rows : {true, false})
    LabelInput(session, view, actions, painter, stage, shown, are_rows).handle();
}

}  // namespace attention_lab
