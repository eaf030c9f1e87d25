#include "ui/widgets/named_items.h"

#include <imgui.h>

#include "ui/widgets/paint.h"

namespace attention_lab {

void name_last_item(WidgetContext& context, std::string_view name) {
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  context.items.add(name, {low.x, low.y, high.x - low.x, high.y - low.y});
}

bool button(WidgetContext& context, const char* label, std::string_view name, const ButtonLook& look) {
  if (look.ground) ImGui::PushStyleColor(ImGuiCol_Button, packed(*look.ground));
  if (!look.is_enabled) ImGui::BeginDisabled();
  const bool is_pressed = ImGui::Button(label, {0, look.height});
  if (!look.is_enabled) ImGui::EndDisabled();
  if (look.ground) ImGui::PopStyleColor();
  name_last_item(context, name);
  return is_pressed;
}

bool menu_entry(WidgetContext& context, const std::string& label, std::string_view name, MenuEntryLook look) {
  const bool is_chosen = ImGui::MenuItem(label.c_str(), look.keys, look.is_checked, look.is_enabled);
  name_last_item(context, "entry." + std::string(name));
  return is_chosen;
}

}  // namespace attention_lab
