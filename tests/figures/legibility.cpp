#include "legibility.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace attention_lab::testing {
namespace {

constexpr float least_contrast = 4.5f;
constexpr float least_contrast_with_lines = 3;  // for thin hatching behind a text
constexpr float rounding = 0.1f;                // points

bool share_ink(const Rect& a, const Rect& b) {
  return std::min(a.right(), b.right()) - std::max(a.x, b.x) > rounding &&
         std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > rounding;
}

/// The colour that a command paints at a point, if it covers the point.
struct PaintedAt {
  Point at;

  std::optional<Colour> operator()(const FillRect& c) const {
    return c.rect.contains(at) ? std::optional(c.colour) : std::nullopt;
  }
  std::optional<Colour> operator()(const FillDisc& c) const {
    const bool is_in = std::hypot(at.x - c.centre.x, at.y - c.centre.y) <= c.radius;
    return is_in ? std::optional(c.colour) : std::nullopt;
  }
  std::optional<Colour> operator()(const Image& c) const {
    if (!c.rect.contains(at)) return std::nullopt;
    const int column =
        static_cast<int>((at.x - c.rect.x) / c.rect.width * static_cast<float>(c.pixels->width));
    const int row =
        static_cast<int>((at.y - c.rect.y) / c.rect.height * static_cast<float>(c.pixels->height));
    return c.pixels->colours[static_cast<std::size_t>(row * c.pixels->width + column)];
  }
  template <class Other>
  std::optional<Colour> operator()(const Other&) const {
    return std::nullopt;
  }
};

Colour over(Colour below, Colour paint) {
  const float opacity = static_cast<float>(paint.alpha) / 255;
  paint.alpha = 255;
  return mix(below, paint, opacity);
}

/// Whether the line passes through the rectangle.
bool crosses(const Line& line, const Rect& rect) {
  constexpr int steps = 200;
  for (int i = 0; i <= steps; ++i) {
    const float t = static_cast<float>(i) / steps;
    const Point at{line.from.x + (line.to.x - line.from.x) * t, line.from.y + (line.to.y - line.from.y) * t};
    if (rect.contains(at)) return true;
  }
  return false;
}

void expect_contrast_of(const DisplayList& list, std::size_t which, const FigureStyle& style,
                        const TextMetrics& metrics) {
  const Text& text = std::get<Text>(list.commands[which]);
  const Rect bounds = bounds_of(text, metrics);
  const PaintedAt painted{bounds.centre()};
  Colour ground = style.ground;
  std::vector<Line> lines;
  std::vector<Rect> clips;
  for (std::size_t i = 0; i < which; ++i) {
    if (const auto* clip = std::get_if<PushClip>(&list.commands[i])) clips.push_back(clip->rect);
    if (std::holds_alternative<PopClip>(list.commands[i])) clips.pop_back();
    const bool is_clipped = std::any_of(clips.begin(), clips.end(),
                                        [&](const Rect& clip) { return !clip.contains(bounds.centre()); });
    if (is_clipped) continue;
    const std::optional<Colour> paint = std::visit(painted, list.commands[i]);
    if (paint) {
      ground = over(ground, *paint);
      if (paint->alpha == 255) lines.clear();
    }
    const auto* line = std::get_if<Line>(&list.commands[i]);
    if (line != nullptr && crosses(*line, bounds)) lines.push_back(*line);
  }
  EXPECT_GE(contrast(text.colour, ground), least_contrast) << described(text, metrics);
  for (const Line& line : lines)
    EXPECT_GE(contrast(text.colour, over(ground, line.colour)), least_contrast_with_lines)
        << described(text, metrics);
}

}  // namespace

void expect_tidy(const DisplayList& list, const TextMetrics& metrics) {
  const Rect page{0, 0, list.width, list.height};
  const std::vector<Text> texts = all<Text>(list);
  std::vector<Rect> bounds;
  for (const Text& text : texts) bounds.push_back(bounds_of(text, metrics));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_TRUE(is_within(bounds[i], page, rounding)) << described(texts[i], metrics);
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(share_ink(bounds[i], bounds[j]))
          << described(texts[i], metrics) << " and " << described(texts[j], metrics);
    }
  }
}

void expect_contrast(const DisplayList& list, const FigureStyle& style, const TextMetrics& metrics) {
  for (std::size_t i = 0; i < list.commands.size(); ++i) {
    if (std::holds_alternative<Text>(list.commands[i])) expect_contrast_of(list, i, style, metrics);
  }
}

FigureStyle paper_style(float font_size) {
  FigureStyle style;
  style.ground = rgb(0xffffff);
  style.text = rgb(0x22262b);
  style.quiet_text = rgb(0x666b71);
  style.line = rgb(0xdedbd2);
  style.accent = rgb(0x1964d8);
  style.font_size = font_size;
  return style;
}

FigureStyle night_style(float font_size) {
  FigureStyle style = night_style();
  style.font_size = font_size;
  return style;
}

}  // namespace attention_lab::testing
