#include "ui/lab/pen.h"

#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "ui/lab/view_state.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/paint.h"

namespace attention_lab {
namespace {

constexpr float least_movement = 2;  // pixels between two points of a stroke
constexpr const char* pen_hint = "Drag to draw. Press E to erase everything, Escape to put the pen away.";

void extend(std::vector<Point>& stroke, Point to) {
  const bool is_new =
      stroke.empty() || std::hypot(to.x - stroke.back().x, to.y - stroke.back().y) > least_movement;
  if (is_new) stroke.push_back(to);
}

void draw_hint(ViewState& view, const Painter& painter, const Rect& window) {
  const float size = view.sizes().body;
  const float width = painter.metrics().width(pen_hint, size, FontWeight::regular) + size * 2;
  // Below notices: the presenter view has numbers at its foot.
  const Rect place{std::round(window.centre().x - width / 2), std::round(window.y + size * 4),
                   std::round(width), std::round(size * 2.2f)};
  painter.card(place, view.theme().card, view.theme().line);
  painter.text(place.centre(), pen_hint, view.theme().text, size, FontWeight::regular,
               HorizontalAnchor::centre);
}

}  // namespace

void draw_pen(ViewState& view, Pen& pen, const Rect& window) {
  if (!pen.is_out) return;
  begin_overlay("##pen", window, true);
  click_area("##paper", window);
  if (ImGui::IsItemActivated()) pen.strokes.emplace_back();
  if (ImGui::IsItemActive() && !pen.strokes.empty())
    extend(pen.strokes.back(), from_imgui(ImGui::GetIO().MousePos));
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const float line = std::max(3.0f, std::round(view.sizes().body * 0.25f));
  for (const std::vector<Point>& stroke : pen.strokes) painter.polyline(stroke, view.theme().error, line);
  if (pen.strokes.empty()) draw_hint(view, painter, window);
  // Fields, dialogs and lists below the pen take their keys first.
  const ImGuiIO& io = ImGui::GetIO();
  const bool takes_keys = !io.WantTextInput && !io.KeyCtrl && !io.KeyAlt && !view.editing.typing &&
                          view.dialogs.open == Dialog::none && !view.had_popup;
  if (takes_keys && is_letter_pressed('E')) pen.strokes.clear();
  if (takes_keys && is_key_pressed(ImGuiKey_Escape)) pen = {};
  ImGui::End();
}

}  // namespace attention_lab
