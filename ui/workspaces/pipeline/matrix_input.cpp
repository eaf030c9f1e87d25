#include <algorithm>
#include <cmath>
#include <string>

#include "core/words/mask_words.h"
#include "core/words/number_format.h"
#include "ui/lab/attention_dragging.h"
#include "ui/lab/mask_painting.h"
#include "ui/lab/number_dragging.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"
#include "ui/workspaces/pipeline/label_input.h"
#include "ui/workspaces/pipeline/matrix_panel.h"

namespace attention_lab {
namespace {

constexpr float cells_per_notch = 3;     // of the wheel
constexpr float bar_share = 0.3f;        // thickness of a scroll bar, in sizes of small text
constexpr float shortest_thumb = 0.06f;  // as a share of the bar

class MatrixInput {
 public:
  MatrixInput(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
              const PlacedStage& stage, const ShownPipeline& shown)
      : session_(session),
        view_(view),
        actions_(actions),
        painter_(painter),
        stage_(stage),
        shown_(shown),
        ref_(stage.block.ref),
        cells_(shown.in_window(stage.grid.cells)),
        is_editable_(shown.is_editable && is_given(session.model(), ref_.name)) {}

  void handle() {
    const std::string id = "##" + std::string(to_string(ref_.name)) + "." + std::to_string(ref_.head);
    allow_next_overlap();
    click_area(id.c_str(), cells_, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    allow_overlap();
    const bool is_hovered = ImGui::IsItemHovered();
    const std::optional<CellRef> cell = is_hovered ? cell_under_mouse() : std::nullopt;
    if (const std::optional<CellRef> held = held_cell()) {
      view_.hovered_next = held;
    } else if (cell) {
      view_.hovered_next = cell;
      if (is_editable_) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
      if (drags_attention(*cell)) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
      if (paints_mask(*cell)) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      explain_mask(*cell);
      handle_buttons(*cell);
      scroll();
    }
    explain_sum();
    const std::optional<CellDrag>& drag_now = view_.editing.drag;
    if (drag_now && !drag_now->line && drag_now->cell.matrix == ref_ && shown_.edits(ref_)) drag();
    handle_scroll_bar(id + ".down", true);
    handle_scroll_bar(id + ".right", false);
  }

 private:
  // While the mouse holds a number, its neighbours do not count as pointed at.
  std::optional<CellRef> held_cell() const {
    const CellEditing& editing = view_.editing;
    if (editing.drag && !editing.drag->line && editing.drag->has_moved) return editing.drag->cell;
    if (editing.computed && editing.computed->is_held && editing.computed->has_moved)
      return editing.computed->cell;
    return std::nullopt;
  }

  /// In a panel of A, nothing if B has no such number, which all marks and the inspector are about.
  std::optional<CellRef> cell_under_mouse() const {
    const std::optional<CellRef> cell = shown_.cell_at(stage_, from_imgui(ImGui::GetIO().MousePos));
    return cell && contains(session_.model(), session_.trace(), *cell) ? cell : std::nullopt;
  }

  bool drags_attention(const CellRef& cell) const {
    return shown_.is_editable && can_drag_attention(view_, cell);
  }

  bool paints_mask(const CellRef& cell) const {
    return shown_.is_editable && can_paint_mask(session_, view_, cell);
  }

  // Says why a cell is hidden, and what painting does there.
  void explain_mask(const CellRef& cell) const {
    if (!shown_.is_editable || view_.editing.drag || view_.editing.computed) return;
    const std::string text = mask_tooltip(session_, view_, cell);
    if (!text.empty()) draw_tooltip(view_, text);
  }

  // Explains why a row does not sum to 1.
  void explain_sum() const {
    if (stage_.sum_width == 0 || !shown_.is_editable) return;
    const std::optional<Index> row =
        row_under_mouse(stage_, shown_, stage_.grid.cells.right(), stage_.sum_width);
    if (!row || *row >= session_.model().n_tokens()) return;
    if (sees_nothing(session_.model().options.mask, *row, session_.model().n_tokens())) {
      draw_tooltip(view_, no_key_is_visible);
    } else if (ref_.name == MatrixName::dropped_weights) {
      draw_tooltip(view_, "After dropout, a row sums to 1 only on average.");
    }
  }

  void handle_buttons(const CellRef& cell) {
    if (ImGui::IsItemClicked(ImGuiMouseButton_Left)) {
      const bool is_second = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
      const bool lets_go = view_.selected == cell && !is_second;
      view_.shown_head = shown_.head;
      if (paints_mask(cell)) {
        begin_mask_stroke(session_, view_, actions_, cell);
        return;
      }
      view_.selected = cell;
      view_.editing.led_to.reset();
      if (is_second && !shown_.is_editable) say_only_B_is_edited(view_);
      if (drags_attention(cell)) {
        begin_attention_drag(session_, view_, cell, lets_go);
        return;
      }
      if (!shown_.is_editable) {
        if (lets_go) view_.selected.reset();
        return;
      }
      if (!is_editable_) {
        view_.editing.computed = ComputedDrag{cell, from_imgui(ImGui::GetIO().MousePos), lets_go};
        return;
      }
      if (is_second) {
        begin_typing(view_, cell, value_of(session_.model(), session_.trace(), cell));
        return;
      }
      begin_number_drag(session_, view_, cell, lets_go);
    }
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right) && shown_.is_editable) {
      view_.selected = cell;
      view_.shown_head = shown_.head;
      view_.editing.menu_cell = cell;
      view_.editing.opens_menu = true;
    }
  }

  void drag() {
    if (view_.editing.drag->stroke)
      continue_mask_stroke(view_, actions_, cell_under_mouse());
    else if (is_editable_)
      continue_number_drag(session_, view_, actions_);
    else
      continue_attention_drag(session_, view_, actions_);
  }

  // The wheel scrolls the matrix along its axes or, if the whole matrix is visible, the workspace.
  void scroll() {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyCtrl) return;  // the wheel zooms
    const float down = io.KeyShift ? 0 : -io.MouseWheel;
    const float right = io.KeyShift ? -io.MouseWheel : -io.MouseWheelH;
    scroll(row_axis(ref_.name), down);
    scroll(column_axis(ref_.name), right);
  }

  void scroll(Axis axis, float notches) {
    const StageLayout& layout = shown_.stages;
    if (notches == 0 || layout.visible[axis] >= layout.sizes[axis]) return;
    float& remainder = view_.pipeline.scroll_remainder[axis];
    remainder += notches * cells_per_notch;
    const Index steps = static_cast<Index>(remainder);
    remainder -= static_cast<float>(steps);
    view_.pipeline.scroll[axis] =
        std::clamp<Index>(layout.first[axis] + steps, 0, layout.sizes[axis] - layout.visible[axis]);
  }

  // A thin bar that shows which part of an axis is visible. The middle of this part follows the mouse along
  // the bar.
  void handle_scroll_bar(const std::string& id, bool is_vertical) {
    const Axis axis = is_vertical ? row_axis(ref_.name) : column_axis(ref_.name);
    const Index all = shown_.stages.sizes[axis];
    const Index visible = shown_.stages.visible[axis];
    if (visible >= all) return;
    const float thickness = std::max(3.0f, std::round(shown_.stages.text.small * shown_.zoom * bar_share));
    const Rect track = is_vertical ? Rect{cells_.right() + stage_.sum_width * shown_.zoom + 2, cells_.y,
                                          thickness, cells_.height}
                                   : Rect{cells_.x, cells_.bottom() + 2, cells_.width, thickness};
    view_.items.add("scroll." + id.substr(2), track);
    draw_scroll_bar(track, is_vertical, shown_.stages.first[axis], visible, all);
    click_area(id.c_str(), track.expanded(2));  // easier to hit than the thin bar
    if (!ImGui::IsItemActive()) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float share = is_vertical ? (mouse.y - track.y) / track.height : (mouse.x - track.x) / track.width;
    const Index middle = static_cast<Index>(std::clamp(share, 0.0f, 1.0f) * static_cast<float>(all));
    view_.pipeline.scroll[axis] = std::clamp<Index>(middle - visible / 2, 0, all - visible);
  }

  void draw_scroll_bar(const Rect& track, bool is_vertical, Index first, Index visible, Index all) const {
    const Theme& theme = view_.theme();
    const float share = std::max(static_cast<float>(visible) / static_cast<float>(all), shortest_thumb);
    const float start = std::min(static_cast<float>(first) / static_cast<float>(all), 1 - share);
    const Rect thumb = is_vertical
                           ? Rect{track.x, track.y + start * track.height, track.width, share * track.height}
                           : Rect{track.x + start * track.width, track.y, share * track.width, track.height};
    const float rounding = (is_vertical ? track.width : track.height) / 2;
    painter_.fill(track, mix(theme.card, theme.line, 0.5f), rounding);
    painter_.fill(thumb, theme.quiet_text, rounding);
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  const Painter& painter_;
  const PlacedStage& stage_;
  const ShownPipeline& shown_;
  MatrixRef ref_;
  Rect cells_;  // in the window
  bool is_editable_;
};

}  // namespace

void handle_matrix_input(const Session& session, ViewState& view, ActionQueue& actions,
                         const Painter& painter, const PlacedStage& stage, const ShownPipeline& shown) {
  MatrixInput(session, view, actions, painter, stage, shown).handle();
}

}  // namespace attention_lab
