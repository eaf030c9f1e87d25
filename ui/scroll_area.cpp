#include "ui/scroll_area.h"

#include <algorithm>

namespace attention_lab {

ScrollArea::ScrollArea(const char* id, const Rect& area) : area_(area), bottom_(area.y) {
  ImGui::SetCursorScreenPos(upper_left(area));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  // A size of zero or less would be measured from the window's other side.
  ImGui::BeginChild(id, {std::max(area.width, 1.0f), std::max(area.height, 1.0f)}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  corner_ = from_imgui(ImGui::GetCursorScreenPos());
}

ScrollArea::~ScrollArea() {
  ImGui::SetCursorScreenPos(to_imgui(corner_));
  ImGui::Dummy(
      {std::max(area_.width - ImGui::GetStyle().ScrollbarSize, 1.0f), std::max(bottom_ - corner_.y, 1.0f)});
  ImGui::EndChild();
}

}  // namespace attention_lab
