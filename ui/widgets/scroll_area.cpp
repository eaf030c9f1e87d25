#include "ui/widgets/scroll_area.h"

#include <algorithm>

#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

constexpr float lines_a_notch = 5;  // the same as in Dear ImGui
int open_areas = 0;                 // nested areas of this frame

}  // namespace

ScrollArea::ScrollArea(const char* id, const Rect& area)
    : area_(area), bottom_(area.y), is_inside_(open_areas > 0) {
  ImGui::SetCursorScreenPos(upper_left(area));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  // Dear ImGui measures a size of zero or less from the opposite side of the window.
  ImGui::BeginChild(id, {std::max(area.width, 1.0f), std::max(area.height, 1.0f)}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  corner_ = from_imgui(ImGui::GetCursorScreenPos());
  ++open_areas;
}

ScrollArea::~ScrollArea() noexcept(false) {
  --open_areas;
  if (std::uncaught_exceptions() > exceptions_) return;
  ImGui::SetCursorScreenPos(to_imgui(corner_));
  ImGui::Dummy(
      {std::max(area_.width - ImGui::GetStyle().ScrollbarSize, 1.0f), std::max(bottom_ - corner_.y, 1.0f)});
  // Dear ImGui keeps the wheel in the innermost scrolling area even at its end.
  const float wheel = ImGui::GetIO().MouseWheel;
  const bool is_at_end =
      (wheel < 0 && ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) || (wheel > 0 && ImGui::GetScrollY() <= 0);
  const bool is_passed_on = is_inside_ && is_at_end && ImGui::GetScrollMaxY() > 0 && ImGui::IsWindowHovered();
  if (is_at_end) let_go_of_wheel();
  ImGui::EndChild();
  if (is_passed_on) ImGui::SetScrollY(ImGui::GetScrollY() - wheel * lines_a_notch * ImGui::GetFontSize());
}

}  // namespace attention_lab
