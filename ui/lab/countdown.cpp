#include "ui/lab/countdown.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <imgui.h>

#include "core/words/templates.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/paint.h"
#include "ui/widgets/paragraph.h"

namespace attention_lab {
namespace {

constexpr const char* time_is_up = "Time’s up";

/// "1:05"
std::string minutes_and_seconds(int seconds) {
  const int rest = seconds % 60;
  return filled(rest < 10 ? "<minutes>:0<seconds>" : "<minutes>:<seconds>",
                {{"minutes", seconds / 60}, {"seconds", rest}});
}

float size_of_countdown(const WidgetContext& view) {
  return std::round(view.sizes().body * 2);
}

}  // namespace

Countdown counting_down_from(double seconds) {
  return {seconds, ImGui::GetTime() + seconds, {}};
}

void place_countdown(const ViewState& view, std::optional<Countdown>& countdown, Rect& row) {
  if (!countdown) return;
  const float size = size_of_countdown(view);
  const float width =
      std::round(ScreenTextMetrics(view.fonts).width(time_is_up, size, FontWeight::medium) + size);
  const float height = std::min(std::round(size * 1.3f), row.height);
  countdown->place = {std::round(row.right() - width), std::round(row.centre().y - height / 2), width,
                      height};
  row.width = std::max(row.width - width - size * 0.4f, 0.0f);
}

void draw_countdown(ViewState& view, std::optional<Countdown>& countdown) {
  if (!countdown) return;
  const double seconds = countdown->end - ImGui::GetTime();
  const bool is_up = seconds <= 0;
  // The next frame is due when the number of seconds changes.
  if (!is_up) view.want_frame(seconds - std::ceil(seconds) + 1);
  const Rect& place = countdown->place;
  if (place.width <= 0) return view.want_frame();  // it has just begun
  const std::string words = is_up ? time_is_up : minutes_and_seconds(static_cast<int>(std::ceil(seconds)));
  const float size = size_of_countdown(view);
  need_fonts(view, {{FontWeight::medium, size}});
  const Theme& theme = view.theme();
  begin_overlay("##countdown", place);
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  painter.card(place.expanded(-1), is_up ? theme.accent : theme.card, is_up ? theme.accent : theme.line);
  painter.text(place.centre(), words, is_up ? theme.card : theme.text, size, FontWeight::medium,
               HorizontalAnchor::centre);
  view.items.add("countdown", place);
  if (click_area("##end", place)) countdown.reset();
  if (ImGui::IsItemHovered()) draw_tooltip(view, "Click to end the countdown.");
  ImGui::End();
}

}  // namespace attention_lab
