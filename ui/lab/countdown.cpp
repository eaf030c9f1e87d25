#include "ui/lab/countdown.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <imgui.h>

#include "core/words/templates.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/paint.h"

namespace attention_lab {
namespace {

/// "1:05"
std::string minutes_and_seconds(int seconds) {
  const int rest = seconds % 60;
  return filled(rest < 10 ? "<minutes>:0<seconds>" : "<minutes>:<seconds>",
                {{"minutes", seconds / 60}, {"seconds", rest}});
}

}  // namespace

Countdown counting_down_from(double seconds) {
  return {seconds, ImGui::GetTime() + seconds};
}

void draw_countdown(ViewState& view, std::optional<Countdown>& countdown, const Rect& window) {
  if (!countdown) return;
  const double seconds = countdown->end - ImGui::GetTime();
  const bool is_up = seconds <= 0;
  // The next frame is due when the number of seconds changes.
  if (!is_up) view.want_frame(seconds - std::ceil(seconds) + 1);
  const std::string words = is_up ? "Time is up" : minutes_and_seconds(static_cast<int>(std::ceil(seconds)));
  const float size = std::round(view.sizes().body * 2);
  need_fonts(view, {{FontWeight::medium, size}});
  const Theme& theme = view.theme();
  const float width = ScreenTextMetrics(view.fonts).width(is_up ? words : "0:00", size, FontWeight::medium);
  const Point extent{std::round(width + size * 1.2f), std::round(size * 1.3f)};
  // Between the tabs and the menus; in the presenter view, in the corner that pictures rarely need.
  const float left = view.presenter ? window.right() - extent.x - size * 0.5f
                                    : window.x + window.width * 0.64f - extent.x / 2;
  const Rect place{std::round(left), window.y + std::round(size * 0.15f), extent.x, extent.y};
  begin_overlay("##countdown", place);
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  painter.card(place, is_up ? theme.accent : theme.card, is_up ? theme.accent : theme.line);
  painter.text(place.centre(), words, is_up ? theme.card : theme.text, size, FontWeight::medium,
               HorizontalAnchor::centre);
  view.items.add("countdown", place);
  if (click_area("##end", place)) countdown.reset();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Click to end the countdown.");
  ImGui::End();
}

}  // namespace attention_lab
