#include "ui/widgets/named_items.h"

#include <imgui.h>

namespace attention_lab {

void name_last_item(WidgetContext& context, std::string_view name) {
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  context.items.add(name, {low.x, low.y, high.x - low.x, high.y - low.y});
}

bool menu_entry(WidgetContext& context, const std::string& label, std::string_view name, MenuEntryLook look) {
  const bool is_chosen = ImGui::MenuItem(label.c_str(), look.keys, look.is_checked, look.is_enabled);
  name_last_item(context, "entry." + std::string(name));
  return is_chosen;
}

}  // namespace attention_lab
