#include "ui/widgets/transport.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets/paragraph.h"

namespace attention_lab {
namespace {

// Drawn as shapes, since fonts have these symbols in many sizes or not at all.
void draw_sign(const Painter& painter, Point centre, float size, TransportSign sign, Colour colour) {
  const ImU32 ink = packed(colour);
  ImDrawList& list = painter.list();
  const float half = size / 2;
  const auto bar = [&](float x) {
    painter.fill({centre.x + x - size * 0.09f, centre.y - half, size * 0.18f, size}, colour, 1);
  };
  const auto triangle = [&](float x, float direction) {
    const float reach = half * 0.85f * direction;
    const ImVec2 tip{centre.x + x + reach, centre.y};
    const ImVec2 above{centre.x + x - reach, centre.y - half};
    const ImVec2 below{centre.x + x - reach, centre.y + half};
    // Dear ImGui anti-aliases only the edges of clockwise triangles.
    if (direction > 0) {
      list.AddTriangleFilled(tip, below, above, ink);
    } else {
      list.AddTriangleFilled(tip, above, below, ink);
    }
  };
  switch (sign) {
    case TransportSign::first:
      bar(-half * 0.85f);
      triangle(size * 0.1f, -1);
      break;
    case TransportSign::back: triangle(0, -1); break;
    case TransportSign::play: triangle(size * 0.06f, 1); break;
    case TransportSign::pause:
      bar(-size * 0.24f);
      bar(size * 0.24f);
      break;
    case TransportSign::forward: triangle(0, 1); break;
    case TransportSign::last:
      triangle(-size * 0.1f, 1);
      bar(half * 0.85f);
      break;
  }
}

}  // namespace

bool TransportButtons::button(const char* name, TransportSign sign, bool is_enabled, const char* tip) {
  const Theme& theme = context_.theme();
  const bool is_main = sign == TransportSign::play || sign == TransportSign::pause;
  const Rect rect{std::round(x_), std::round(y_), std::round(height_ * (is_main ? 1.5f : 1.05f)), height_};
  x_ += rect.width + height_ * 0.12f;
  context_.items.add(name, rect);
  ImGui::PushID(name);
  const bool is_clicked = click_area("##button", rect);
  ImGui::PopID();
  const bool is_hovered = ImGui::IsItemHovered();
  if (is_hovered) draw_tooltip_above(context_, rect, tip);
  if (is_main) {
    painter_.fill(rect, theme.accent_ground, 7);
    if (is_hovered) painter_.stroke(rect, theme.accent, 1, 7);
  } else if (is_hovered && is_enabled) {
    painter_.fill(rect, theme.hover_ground, 7);
  }
  const Colour colour = is_main ? theme.accent : is_enabled ? theme.text : theme.line;
  draw_sign(painter_, rect.centre(), height_ * 0.36f, sign, colour);
  return is_clicked && is_enabled;
}

std::optional<std::size_t> transport_track(WidgetContext& context, const Painter& painter, const Rect& rect,
                                           const TransportTrack& track) {
  const Theme& theme = context.theme();
  context.items.add(track.name, rect);
  click_area(track.name, rect);
  if (ImGui::IsItemHovered() && track.tip != nullptr) draw_tooltip_above(context, rect, track.tip);
  const float knob = rect.height * 0.22f;
  const float left = rect.x + knob;
  const float length = rect.width - 2 * knob;
  std::optional<std::size_t> chosen;
  if (ImGui::IsItemActive() && track.count > 1) {
    const float share = std::clamp((ImGui::GetIO().MousePos.x - left) / length, 0.0f, 1.0f);
    chosen = static_cast<std::size_t>(std::lround(share * static_cast<float>(track.count - 1)));
  }
  const std::size_t at = chosen.value_or(track.at);
  const float share = track.count > 1 ? static_cast<float>(at) / static_cast<float>(track.count - 1) : 1;
  const float y = rect.centre().y;
  const float thickness = std::max(3.0f, rect.height * 0.1f);
  painter.fill({left, y - thickness / 2, length, thickness}, theme.line, thickness / 2);
  painter.fill({left, y - thickness / 2, length * share, thickness}, theme.accent, thickness / 2);
  for (const std::size_t mark : track.marks) {
    if (track.count < 2) break;
    const float x = left + length * static_cast<float>(mark) / static_cast<float>(track.count - 1);
    painter.fill({std::round(x), y - thickness * 1.3f, 1, thickness * 2.6f}, theme.quiet_text);
  }
  painter.list().AddCircleFilled({left + length * share, y}, knob, packed(theme.accent));
  return chosen;
}

}  // namespace attention_lab
