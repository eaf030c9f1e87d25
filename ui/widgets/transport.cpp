#include "ui/widgets/transport.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/words/templates.h"
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

namespace {

struct PlacedName {
  const TransportMark* mark;
  bool is_here;  // names the part of the track in which the knob is
  Rect rect;
};

/// Names begin at their ticks. Where ticks are close to each other, names move to either side, and the one
/// that would have to move the farthest is left out if that is too far; never the one of the present place.
std::vector<PlacedName> place_names(const TransportTrack& track, const Rect& line, float size,
                                    const TextMetrics& metrics,
                                    const std::function<float(std::size_t)>& x_of) {
  const float gap = size * 0.6f;
  const float farthest = size * 8;
  std::vector<PlacedName> placed;
  for (const TransportMark& mark : track.marks) {
    if (mark.name.empty()) continue;
    const bool is_reached = mark.at <= track.at;
    if (is_reached && !placed.empty()) placed.back().is_here = false;
    const float width = layout_markup(mark.name, size, FontWeight::regular, metrics).width;
    placed.push_back({&mark, is_reached, {0, line.y, width, line.height}});
  }
  while (true) {
    float free = line.x;
    for (PlacedName& name : placed) {
      name.rect.x = std::max(x_of(name.mark->at), free);
      free = name.rect.right() + gap;
    }
    float end = line.right();
    for (auto name = placed.rbegin(); name != placed.rend(); ++name) {
      name->rect.x = std::min(name->rect.x, end - name->rect.width);
      end = name->rect.x - gap;
    }
    const auto shift = [&](const PlacedName& name) {
      return name.is_here ? 0.0f : std::abs(name.rect.x - x_of(name.mark->at));
    };
    const auto worst = std::max_element(placed.begin(), placed.end(),
                                        [&](const auto& a, const auto& b) { return shift(a) < shift(b); });
    if (placed.size() < 2 || (shift(*worst) <= farthest && placed.front().rect.x >= line.x)) return placed;
    placed.erase(worst);
  }
}

}  // namespace

std::optional<std::size_t> transport_track(WidgetContext& context, const Painter& painter, const Rect& rect,
                                           const TransportTrack& track) {
  const Theme& theme = context.theme();
  context.items.add(track.name, rect);
  click_area(track.name, rect);
  if (ImGui::IsItemHovered() && track.tip != nullptr) draw_tooltip_above(context, rect, track.tip);
  const float knob = rect.height * 0.22f;
  const float left = rect.x + knob;
  const float length = rect.width - 2 * knob;
  const auto x_of = [&](std::size_t at) {
    return track.count < 2 ? left
                           : left + length * static_cast<float>(at) / static_cast<float>(track.count - 1);
  };
  const float caption = context.sizes().caption;
  const bool has_names = std::any_of(track.marks.begin(), track.marks.end(),
                                     [](const TransportMark& mark) { return !mark.name.empty(); });
  const Rect names{rect.x, rect.bottom() - caption * 1.15f, rect.width, caption * 1.15f};
  const std::vector<PlacedName> placed =
      has_names ? place_names(track, names, caption, painter.metrics(), x_of) : std::vector<PlacedName>();
  std::optional<std::size_t> chosen;
  if (ImGui::IsItemActive() && track.count > 1) {
    const float share = std::clamp((ImGui::GetIO().MousePos.x - left) / length, 0.0f, 1.0f);
    chosen = static_cast<std::size_t>(std::lround(share * static_cast<float>(track.count - 1)));
    for (const PlacedName& name : placed)
      if (name.rect.contains(from_imgui(ImGui::GetIO().MouseClickedPos[0]))) chosen = name.mark->at;
  }
  const std::size_t at = chosen.value_or(track.at);
  const float x = track.count < 2 ? left + length : x_of(at);
  const float y = has_names ? rect.y + (rect.height - names.height) / 2 : rect.centre().y;
  const float thickness = std::max(3.0f, rect.height * 0.1f);
  painter.fill({left, y - thickness / 2, length, thickness}, theme.line, thickness / 2);
  painter.fill({left, y - thickness / 2, x - left, thickness}, theme.accent, thickness / 2);
  for (const TransportMark& mark : track.marks)
    if (track.count > 1)
      painter.fill({std::round(x_of(mark.at)), y - thickness * 1.3f, 1, thickness * 2.6f}, theme.quiet_text);
  for (const PlacedName& name : placed) {
    context.items.add(filled("<track>.<at>", {{"track", track.name}, {"at", name.mark->at}}), name.rect);
    // A name that had to move aside keeps a line to its tick.
    const float tick = std::round(x_of(name.mark->at)) + 0.5f;
    const float foot = y + thickness * 1.3f;
    const float end = std::clamp(tick, name.rect.x, name.rect.right());
    if (std::abs(end - tick) > caption * 0.4f)
      painter.list().AddLine({tick, foot}, {end, std::max(name.rect.y, foot + 1)}, packed(theme.quiet_text));
    painter.markup({name.rect.x, name.rect.centre().y}, name.mark->name,
                   name.is_here ? theme.accent : theme.quiet_text, caption);
  }
  painter.list().AddCircleFilled({x, y}, has_names ? knob * 0.85f : knob, packed(theme.accent));
  return chosen;
}

}  // namespace attention_lab
