#include "ui/widgets/named_items.h"

#include <cmath>

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

namespace {

/// Spaces as wide as the mark-up, since Dear ImGui draws plain text only.
std::string room_for(const WidgetContext& context, std::string_view markup) {
  const ScreenTextMetrics metrics(context.fonts);
  const float size = context.sizes().body;
  const float space = metrics.width(" ", size, FontWeight::regular);
  const float width = layout_markup(markup, size, FontWeight::regular, metrics).width;
  return std::string(space > 0 ? static_cast<std::size_t>(std::ceil(width / space)) : 1, ' ');
}

}  // namespace

bool menu_entry(WidgetContext& context, const std::string& label, std::string_view name, MenuEntryLook look) {
  const Point left = from_imgui(ImGui::GetCursorScreenPos());
  const std::string shown = look.markup.empty() ? label : room_for(context, look.markup) + "##" + label;
  const bool is_chosen = ImGui::MenuItem(shown.c_str(), look.keys, look.is_checked, look.is_enabled);
  if (!look.markup.empty()) {
    const float middle = (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y) / 2;
    const float opacity = look.is_enabled ? 1 : ImGui::GetStyle().DisabledAlpha;
    const Colour colour = faded(context.theme().text, opacity);
    Painter(*ImGui::GetWindowDrawList(), context.fonts)
        .markup({left.x, middle}, look.markup, colour, context.sizes().body);
  }
  name_last_item(context, "entry." + std::string(name));
  return is_chosen;
}

}  // namespace attention_lab
