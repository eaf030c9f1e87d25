#include "ui/lab/side_panel.h"

#include <algorithm>
#include <cmath>

namespace attention_lab {

WithSidePanel with_side_panel(ViewState& view, const Rect& area, bool keeps_room) {
  const float gap = std::round(12 * view.scale());
  const float window_width = ImGui::GetIO().DisplaySize.x;
  const float larger = std::clamp(text_size_of_controls(view.preferences), 1.0f, largest_controls);
  const float scale = keeps_room ? view.scale() / larger : view.scale();
  // The gaps around and within both cards grow as well.
  const float of_gaps = keeps_room ? 5 * (gap - gap / larger) : 0;
  const float width = std::round(std::clamp(window_width * 0.205f, 216 * scale, 330 * scale) - of_gaps);
  const Rect workspace{area.x, area.y, area.width - width - gap, area.height};
  const Rect side{workspace.right() + gap, area.y, width, area.height};
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  painter.card(side, view.theme().card, view.theme().line);
  view.items.add("side", side);
  return {workspace, side};
}

}  // namespace attention_lab
