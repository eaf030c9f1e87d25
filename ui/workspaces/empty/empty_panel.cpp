#include "ui/workspaces/empty/empty_panel.h"

namespace attention_lab {

Rect draw_empty(const Session&, ViewState& view, ActionQueue&, const Rect& area) {
  Painter(*ImGui::GetWindowDrawList(), *view.fonts).card(area, view.theme().card, view.theme().line);
  return area;
}

}  // namespace attention_lab
