#include "ui/widgets/slider.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/widget_context.h"
#include "ui/widgets/word_links.h"

namespace attention_lab {
namespace {

constexpr double snap_pixels = 4;

double rounded_to_digits(double value, int digits) {
  if (value == 0) return 0;
  const double power = std::pow(10.0, digits - 1 - std::floor(std::log10(std::fabs(value))));
  return std::round(value * power) / power;
}

Rect track_of(const WidgetContext& context, const Rect& rect) {
  const float body = context.sizes().body;
  const float y = rect.bottom() - body * 0.82f;
  return {rect.x + body * 0.85f, y, std::max(rect.width - body * 1.7f, 1.0f),
          std::max(2.0f, std::round(body * 0.18f))};
}

void draw_track(const WidgetContext& context, const Painter& painter, const Rect& track,
                const SliderSpec& spec, double value, bool is_active) {
  const Theme& theme = context.theme();
  const Colour strong = spec.is_enabled ? theme.accent : theme.line;
  const float x = track.x + track.width * static_cast<float>(share_of(spec, value));
  painter.fill(track, theme.line, track.height / 2);
  painter.fill({track.x, track.y, std::max(x - track.x, 0.0f), track.height}, strong, track.height / 2);
  const float radius = context.sizes().body * (is_active ? 0.5f : 0.42f);
  const ImVec2 centre{x, track.centre().y};
  painter.list().AddCircleFilled(centre, radius, packed(strong), 24);
  painter.list().AddCircleFilled(centre, radius * 0.45f, packed(theme.card), 24);
}

}  // namespace

double share_of(const SliderSpec& spec, double value) {
  const double share = spec.is_logarithmic ? std::log(value / spec.low) / std::log(spec.high / spec.low)
                                           : (value - spec.low) / (spec.high - spec.low);
  return std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
}

double value_at(const SliderSpec& spec, double share, double near) {
  share = std::clamp(share, 0.0, 1.0);
  double nearest = near;
  double value = spec.is_logarithmic ? spec.low * std::pow(spec.high / spec.low, share)
                                     : spec.low + (spec.high - spec.low) * share;
  value = spec.is_whole
              ? std::round(spec.is_logarithmic && value > 1000 ? rounded_to_digits(value, 2) : value)
              : rounded_to_digits(value, 3);
  for (const double snap : spec.snaps) {
    const double distance = std::fabs(share_of(spec, snap) - share);
    if (snap < spec.low || snap > spec.high || distance > nearest) continue;
    nearest = distance;
    value = snap;
  }
  return std::clamp(value, spec.low, spec.high);
}

std::string field_text(const SliderSpec& spec, double value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), spec.is_whole ? "%.0f" : "%.6g", value);
  return buffer.data();
}

float slider_height(const WidgetContext& context) {
  return std::round(context.sizes().body * 2.95f);
}

bool slider(WidgetContext& context, const Painter& painter, const Rect& rect, const SliderSpec& spec,
            double& value) {
  const Theme& theme = context.theme();
  const TextSizes sizes = context.sizes();
  const Rect track = track_of(context, rect);
  context.items.add(spec.name, rect);
  context.items.add(std::string(spec.name) + ".track", track);
  const double before = value;
  context.fonts.need(spec.label);
  ImGui::PushID(spec.name);
  const Point label_at{rect.x + sizes.body * 0.75f, rect.y + sizes.body * 1.02f};
  const LinkedWords words(context, painter, label_at, spec.label, sizes.caption, FontWeight::regular);
  click_area("##slider", rect);
  const bool is_hovered = ImGui::IsItemHovered();
  const bool is_active = spec.is_enabled && ImGui::IsItemActive();
  if (is_active) {
    // A click on the label may begin a double click, so it does not move the value.
    const bool starts_on_track = ImGui::GetIO().MouseClickedPos[0].y > track.y - sizes.body * 0.5f;
    if (starts_on_track || ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
      const double share = static_cast<double>((ImGui::GetIO().MousePos.x - track.x) / track.width);
      value = value_at(spec, share, snap_pixels / static_cast<double>(track.width));
    }
  }
  if (is_hovered && spec.is_enabled && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
    ImGui::OpenPopup("##typed");
  painter.fill(rect, is_hovered && spec.is_enabled ? theme.hover_ground : theme.card, field_rounding);
  painter.stroke(rect, theme.line, 1, field_rounding);
  painter.markup(label_at, spec.label, theme.quiet_text, sizes.caption);
  words.draw_lines();
  painter.markup({rect.right() - sizes.body * 0.75f, label_at.y}, spec.shown, theme.text, sizes.body,
                 FontWeight::medium, HorizontalAnchor::right);
  draw_track(context, painter, track, spec, value, is_active);
  // Only over the label: a tooltip would hide what changes while the value is dragged.
  const bool is_on_words = is_hovered && ImGui::GetIO().MousePos.y < track.y - sizes.body * 0.5f;
  if (is_on_words && !is_active && spec.tip != nullptr) draw_tooltip(context, spec.tip);
  const TypedPopup popup{
      .id = "##typed",
      .name = std::string(spec.name) + ".field",
      .hint = hint_of(spec.typed()),
      .problem = [&spec](const std::string& text) { return problem_with_typed(spec.typed(), text); }};
  if (const auto typed = typed_popup(context, rect, popup, field_text(spec, value)))
    value = number_typed_for(spec.typed(), *typed, value);
  ImGui::PopID();
  return value != before;
}

}  // namespace attention_lab
