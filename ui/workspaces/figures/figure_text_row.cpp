#include "ui/workspaces/figures/figure_text_row.h"

#include <algorithm>

#include "core/words/outside_text.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/text_field.h"

namespace attention_lab {

void draw_text_row(ControlColumn& column, ViewState& view, const char* name, const std::string& hint,
                   const std::string& tip, TypedText& typed, std::optional<std::string>& text) {
  const Rect rect = column.next();
  view.items.add(name, rect);
  if (!typed.is_edited) {
    const std::string shown = text && text->empty() ? " " : text.value_or("");
    typed.buffer.fill('\0');
    std::copy_n(shown.begin(), std::min(shown.size(), typed.buffer.size() - 1), typed.buffer.begin());
  }
  ImGui::SetCursorScreenPos(upper_left(rect));
  ImGui::SetNextItemWidth(rect.width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {view.sizes().body * 0.7f, (rect.height - view.sizes().body) / 2});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  text_field(view, ("##" + std::string(name)).c_str(), hint.c_str(), typed.buffer.data(), typed.buffer.size(),
             ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopStyleVar(2);
  typed.is_edited = ImGui::IsItemActive();
  if (ImGui::IsItemHovered() && !typed.is_edited) draw_tooltip(view, escape_markup(tip));
  if (!ImGui::IsItemEdited()) return;
  const std::string given = view.services.wide_characters.decode(typed.buffer.data());
  text = given.empty() ? std::nullopt : std::optional(given == " " ? std::string() : given);
}

}  // namespace attention_lab
