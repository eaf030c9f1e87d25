#include "ui/workspaces/pipeline/sheet_hand.h"

#include <utility>

#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

bool space_asks_for_step(ViewState& view) {
  SheetHand& hand = view.pipeline.hand;
  const bool may_take = takes_letters(view);
  if (zoom_of(view) <= 1 && !hand.is_out) return may_take && is_key_pressed(ImGuiKey_Space);
  if (may_take && is_key_pressed(ImGuiKey_Space, false)) hand = {.is_out = true, .is_moving = hand.is_moving};
  if (!hand.is_out || is_key_held(ImGuiKey_Space)) return false;
  hand.is_out = false;
  return may_take && is_key_released(ImGuiKey_Space) && !std::exchange(hand.has_grasped, false);
}

void move_sheet(ViewState& view, const Rect& area) {
  SheetHand& hand = view.pipeline.hand;
  bool is_moving = ImGui::IsWindowHovered() && ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0);
  if (hand.is_out || hand.is_moving) {
    click_area("##hand", area);
    hand.is_moving = ImGui::IsItemActive();
    hand.has_grasped = hand.has_grasped || hand.is_moving;
    is_moving = is_moving || hand.is_moving;
    if (hand.is_moving || ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  if (!is_moving) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const ImVec2 by = ImGui::GetIO().MouseDelta;
  ImGui::SetScrollX(ImGui::GetScrollX() - by.x);
  ImGui::SetScrollY(ImGui::GetScrollY() - by.y);
}

}  // namespace attention_lab
