#include <algorithm>
#include <cmath>
#include <string>

#include "core/attention/positions.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "ui/lab/attention_dragging.h"
#include "ui/lab/leave_fields.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/workspaces/pipeline/matrix_panel.h"

namespace attention_lab {
namespace {

constexpr float cells_per_notch = 3;  // of the wheel

class MatrixInput {
 public:
  MatrixInput(const Session& session, ViewState& view, ActionQueue& actions, const PlacedMatrix& placed,
              const PipelineLayout& layout)
      : session_(session),
        view_(view),
        actions_(actions),
        placed_(placed),
        layout_(layout),
        is_editable_(is_given(session.model(), placed.ref.name)) {}

  void handle() {
    const std::string id =
        "##" + std::string(to_string(placed_.ref.name)) + "." + std::to_string(placed_.ref.head);
    allow_next_overlap();
    click_area(id.c_str(), placed_.cells,
               ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    allow_overlap();
    const bool is_hovered = ImGui::IsItemHovered();
    const std::optional<CellRef> cell = is_hovered ? cell_under_mouse() : std::nullopt;
    if (view_.editing.drag && view_.editing.drag->has_moved) {
      view_.hovered_next = view_.editing.drag->cell;
    } else if (cell) {
      view_.hovered_next = cell;
      if (is_editable_) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
      if (can_drag_attention(view_, *cell)) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
      handle_buttons(*cell);
      scroll();
    }
    if (placed_.ref.name == word_embeddings(session_.model())) explain_drawn_row();
    if (placed_.ref.name == MatrixName::dropped_weights) explain_sum();
    if (view_.editing.drag && view_.editing.drag->cell.matrix == placed_.ref) drag();
    drag_scroll_bar(id + ".down", true);
    drag_scroll_bar(id + ".right", false);
  }

 private:
  std::optional<CellRef> cell_under_mouse() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Index column = static_cast<Index>(std::floor((mouse.x - placed_.cells.x) / placed_.cell_width));
    const Index row = static_cast<Index>(std::floor((mouse.y - placed_.cells.y) / placed_.cell_height));
    if (row < 0 || row >= placed_.rows || column < 0 || column >= placed_.columns) return std::nullopt;
    return CellRef{placed_.ref, placed_.first_row + row, placed_.first_column + column};
  }

  // The row whose label the mouse is on.
  std::optional<Index> row_under_mouse(float x, float width) const {
    const Rect& cells = placed_.cells;
    const Rect area{x, cells.y, width, cells.height};
    if (!is_mouse_over(area)) return std::nullopt;
    const auto row = static_cast<Index>((ImGui::GetIO().MousePos.y - cells.y) / placed_.cell_height);
    if (row >= placed_.rows) return std::nullopt;
    return placed_.first_row + row;
  }

  // Explains the dot beside a row label.
  void explain_drawn_row() const {
    const std::optional<Index> row =
        row_under_mouse(placed_.cells.x - placed_.label_width, placed_.label_width);
    if (!row || !is_drawn(session_.document(), *row)) return;
    ImGui::SetTooltip("The embedding of “%s” was drawn at random: this word has no meaning yet.",
                      shortened(session_.document().tokens[static_cast<std::size_t>(*row)]).c_str());
  }

  // Explains why a row does not sum to 1.
  void explain_sum() const {
    if (!row_under_mouse(placed_.cells.right(), placed_.cell_width)) return;
    ImGui::SetTooltip("After dropout, a row sums to 1 only on average.");
  }

  void handle_buttons(const CellRef& cell) {
    if (ImGui::IsItemClicked(ImGuiMouseButton_Left)) {
      const bool is_second = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
      const bool lets_go = view_.selected == cell && !is_second;
      view_.selected = cell;
      if (can_drag_attention(view_, cell)) {
        begin_attention_drag(session_, view_, cell, lets_go);
        return;
      }
      if (!is_editable_) {
        if (lets_go) view_.selected.reset();
        return;
      }
      if (is_second) {
        begin_typing(view_, cell, value_of(session_.model(), session_.trace(), cell));
        return;
      }
      const double value = static_cast<double>(value_of(session_.model(), session_.trace(), cell));
      const float x = ImGui::GetIO().MousePos.x;
      view_.editing.drag = CellDrag{cell, value, false, lets_go, x, x};
    }
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
      view_.selected = cell;
      view_.editing.menu_cell = cell;
      view_.editing.opens_menu = true;
    }
  }

  void drag() {
    if (!is_editable_) return continue_attention_drag(session_, view_, actions_);
    CellDrag& drag = *view_.editing.drag;
    drag.frames_unseen = 0;
    const ImGuiIO& io = ImGui::GetIO();
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (is_key_pressed(ImGuiKey_Escape)) {
      if (drag.has_moved) actions_.push(CancelPreview{});
      view_.editing.drag.reset();
      return;
    }
    if (!drag.has_moved && std::fabs(io.MousePos.x - drag.pressed_x) >= drag_threshold) {
      drag.has_moved = true;
      drag.before = what_was_before(session_);
    }
    if (drag.has_moved && io.MousePos.x != drag.last_x) {
      drag.value = dragged_value(drag.value, io.MousePos.x - drag.last_x, io.KeyShift, io.KeyAlt);
      drag.last_x = io.MousePos.x;
      if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        actions_.preview(SetCell{drag.cell, static_cast<Scalar>(drag.value)});
      }
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      if (!drag.has_moved && drag.lets_go) view_.selected.reset();
      leave_cell(view_, actions_);
    }
  }

  // The wheel scrolls the matrix along its axes or, if the whole matrix is visible, the workspace.
  void scroll() {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyCtrl) return;  // the wheel zooms
    const float down = io.KeyShift ? 0 : -io.MouseWheel;
    const float right = io.KeyShift ? -io.MouseWheel : -io.MouseWheelH;
    scroll(row_axis(placed_.ref.name), down);
    scroll(column_axis(placed_.ref.name), right);
  }

  // The middle of the visible part follows the mouse along the bar.
  void drag_scroll_bar(const std::string& id, bool is_vertical) {
    const Axis axis = is_vertical ? row_axis(placed_.ref.name) : column_axis(placed_.ref.name);
    const Index all = layout_.sizes[axis];
    const Index shown = layout_.visible[axis];
    if (shown >= all) return;
    const Rect track = scroll_track(placed_, is_vertical);
    const Rect grip = track.expanded(2);  // easier to hit than the thin bar
    click_area(id.c_str(), grip);
    if (!ImGui::IsItemActive()) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float share = is_vertical ? (mouse.y - track.y) / track.height : (mouse.x - track.x) / track.width;
    const Index middle = static_cast<Index>(std::clamp(share, 0.0f, 1.0f) * static_cast<float>(all));
    view_.pipeline.scroll[axis] = std::clamp<Index>(middle - shown / 2, 0, all - shown);
  }

  void scroll(Axis axis, float notches) {
    if (notches == 0 || layout_.visible[axis] >= layout_.sizes[axis]) return;
    float& remainder = view_.pipeline.scroll_remainder[axis];
    remainder += notches * cells_per_notch;
    const Index steps = static_cast<Index>(remainder);
    remainder -= static_cast<float>(steps);
    view_.pipeline.scroll[axis] =
        std::clamp<Index>(layout_.first[axis] + steps, 0, layout_.sizes[axis] - layout_.visible[axis]);
  }

  const Session& session_;
  ViewState& view_;
  ActionQueue& actions_;
  const PlacedMatrix& placed_;
  const PipelineLayout& layout_;
  bool is_editable_;
};

}  // namespace

void handle_matrix_input(const Session& session, ViewState& view, ActionQueue& actions,
                         const PlacedMatrix& placed, const PipelineLayout& layout) {
  MatrixInput(session, view, actions, placed, layout).handle();
}

}  // namespace attention_lab
