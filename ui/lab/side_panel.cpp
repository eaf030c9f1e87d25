#include "ui/lab/side_panel.h"

#include <algorithm>
#include <cmath>

namespace attention_lab {

WithSidePanel with_side_panel(WidgetContext& view, const Rect& area) {
  const float gap = std::round(12 * view.scale());
  const float window_width = ImGui::GetIO().DisplaySize.x;
  const float width = std::round(std::clamp(window_width * 0.205f, 216 * view.scale(), 330 * view.scale()));
  const Rect workspace{area.x, area.y, area.width - width - gap, area.height};
  const Rect side{workspace.right() + gap, area.y, width, area.height};
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  painter.card(side, view.theme().card, view.theme().line);
  view.items.add("side", side);
  return {workspace, side};
}

}  // namespace attention_lab
