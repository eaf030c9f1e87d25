#include <algorithm>
#include <cmath>

#include "ui/steps/step_player.h"
#include "ui/steps/steps_bar.h"

namespace attention_lab {
namespace {

enum class Sign { first, back, play, pause, forward, last };

// Drawn as shapes, since fonts have these symbols in many sizes or not at all.
void draw_sign(const Painter& painter, Point centre, float size, Sign sign, Colour colour) {
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
    case Sign::first:
      bar(-half * 0.85f);
      triangle(size * 0.1f, -1);
      break;
    case Sign::back: triangle(0, -1); break;
    case Sign::play: triangle(size * 0.06f, 1); break;
    case Sign::pause:
      bar(-size * 0.24f);
      bar(size * 0.24f);
      break;
    case Sign::forward: triangle(0, 1); break;
    case Sign::last:
      triangle(-size * 0.1f, 1);
      bar(half * 0.85f);
      break;
  }
}

class Transport {
 public:
  Transport(ViewState& view, const Painter& painter, Point left, float height)
      : view_(view), painter_(painter), x_(left.x), y_(left.y), height_(height) {}

  bool button(const char* name, Sign sign, bool is_enabled, const char* tip) {
    const Theme& theme = view_.theme();
    const bool is_main = sign == Sign::play || sign == Sign::pause;
    const Rect rect{std::round(x_), std::round(y_), std::round(height_ * (is_main ? 1.5f : 1.05f)), height_};
    x_ += rect.width + height_ * 0.12f;
    view_.items.add(name, rect);
    ImGui::PushID(name);
    const bool is_clicked = click_area("##button", rect);
    ImGui::PopID();
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered) ImGui::SetTooltip("%s", tip);
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
  float right() const { return x_; }

 private:
  ViewState& view_;
  const Painter& painter_;
  float x_;
  float y_;
  float height_;
};

}  // namespace

float draw_transport(const Session& session, ViewState& view, const Painter& painter, Point left,
                     float height) {
  StepPlayer& player = view.steps;
  Transport transport(view, painter, left, height);
  const bool is_past_start = player.at > 0;
  const bool is_before_end = !player.is_at_end();
  if (transport.button("steps.first", Sign::first, is_past_start, "To the first step (Home)"))
    go_to_step(view.steps, 0);
  if (transport.button("steps.back", Sign::back, is_past_start, "One step back (left arrow)"))
    step_by(view.steps, -1);
  if (transport.button("steps.play", player.is_playing ? Sign::pause : Sign::play, true,
                       player.is_playing ? "Pause (Space)" : "Play (Space)"))
    toggle_playing(session, view);
  if (transport.button("steps.forward", Sign::forward, is_before_end, "One step forward (right arrow)"))
    step_by(view.steps, 1);
  if (transport.button("steps.last", Sign::last, is_before_end, "To the last step (End)"))
    go_to_step(view.steps, player.steps.size() - 1);
  return transport.right();
}

void draw_step_track(ViewState& view, const Painter& painter, const Rect& rect) {
  const Theme& theme = view.theme();
  const StepPlayer& player = view.steps;
  const std::size_t count = player.steps.size();
  view.items.add("steps.track", rect);
  click_area("##track", rect);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Drag or click to jump to a step.");
  const float knob = rect.height * 0.22f;
  const float left = rect.x + knob;
  const float length = rect.width - 2 * knob;
  if (ImGui::IsItemActive() && count > 1) {
    const float share = std::clamp((ImGui::GetIO().MousePos.x - left) / length, 0.0f, 1.0f);
    go_to_step(view.steps, static_cast<std::size_t>(std::lround(share * static_cast<float>(count - 1))));
  }
  const float share = count > 1 ? static_cast<float>(player.at) / static_cast<float>(count - 1) : 1;
  const float y = rect.centre().y;
  const float thickness = std::max(3.0f, rect.height * 0.1f);
  painter.fill({left, y - thickness / 2, length, thickness}, theme.line, thickness / 2);
  painter.fill({left, y - thickness / 2, length * share, thickness}, theme.accent, thickness / 2);
  for (const std::size_t at : player.stage_starts) {
    const float x = left + length * static_cast<float>(at) / static_cast<float>(count - 1);
    painter.fill({std::round(x), y - thickness * 1.3f, 1, thickness * 2.6f}, theme.quiet_text);
  }
  painter.list().AddCircleFilled({left + length * share, y}, knob, packed(theme.accent));
}

}  // namespace attention_lab
