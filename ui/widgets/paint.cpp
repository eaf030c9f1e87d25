#include "ui/widgets/paint.h"

#include <algorithm>
#include <cmath>

#include "core/words/utf8.h"
#include "ui/figures/base/labels.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

// Of a line drawn in one call: a point has three vertices at most.
constexpr std::size_t most_points = 4096;
constexpr std::size_t most_bytes = 8192;

}  // namespace

std::string_view drawable(std::string_view text) {
  if (text.size() <= most_bytes) return text;
  std::size_t end = most_bytes;
  while (end > 0 && continues_character(text[end])) --end;
  return text.substr(0, end);
}

bool click_area(const char* id, const Rect& rect, ImGuiButtonFlags flags) {
  ImGui::SetCursorScreenPos(upper_left(rect));
  // Dear ImGui asserts that the size is not zero.
  return ImGui::InvisibleButton(id, {std::max(1.0f, rect.width), std::max(1.0f, rect.height)}, flags);
}

bool is_mouse_over(const Rect& rect) {
  return ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(upper_left(rect), lower_right(rect));
}

bool is_right_clicked(const Rect& rect) {
  return is_mouse_over(rect) && ImGui::IsMouseReleased(ImGuiMouseButton_Right);
}

float ScreenTextMetrics::width(std::string_view text, float size, FontWeight weight) const {
  ImFont* font = fonts_.font(weight, size);
  const std::string_view drawn = drawable(text);
  return font->CalcTextSizeA(size, 1e9f, 0, drawn.data(), drawn.data() + drawn.size()).x;
}

namespace {

// With NaN, Dear ImGui would read beyond the end of its table of circles.
bool is_finite(const Rect& rect) {
  return std::isfinite(rect.x) && std::isfinite(rect.y) && std::isfinite(rect.right()) &&
         std::isfinite(rect.bottom());
}

}  // namespace

void Painter::fill(const Rect& rect, Colour colour, float rounding) const {
  if (!is_finite(rect)) return;
  list_.AddRectFilled(upper_left(rect), lower_right(rect), packed(colour), rounding);
}

void Painter::stroke(const Rect& rect, Colour colour, float line_width, float rounding) const {
  if (!is_finite(rect)) return;
  list_.AddRect(upper_left(rect), lower_right(rect), packed(colour), rounding, 0, line_width);
}

void Painter::draw_run(Point baseline, std::string_view text, Colour colour, float size,
                       FontWeight weight) const {
  ImFont* font = fonts_.font(weight, size);
  const std::string_view drawn = drawable(text);
  list_.AddText(font, size, {baseline.x, std::round(baseline.y - ascent(*font, size))}, packed(colour),
                drawn.data(), drawn.data() + drawn.size());
}

void Painter::push_clip(const Rect& rect) const {
  const ImVec2 low = upper_left(rect);
  const ImVec2 high = lower_right(rect);
  // NaN coordinates: Dear ImGui asserts that the clip rectangle is valid.
  const bool is_somewhere = low.x <= high.x && low.y <= high.y;
  list_.PushClipRect(is_somewhere ? low : ImVec2{}, is_somewhere ? high : ImVec2{}, true);
}

// In pieces that share a point, so that the vertices of one call can be counted with 16-bit indices.
void Painter::polyline(const std::vector<Point>& points, Colour colour, float line_width) const {
  for (std::size_t begin = 0; begin + 1 < points.size(); begin += most_points) {
    const std::size_t end = std::min(begin + most_points + 1, points.size());
    for (std::size_t i = begin; i < end; ++i) list_.PathLineTo(to_imgui(points[i]));
    list_.PathStroke(packed(colour), 0, line_width);
  }
}

// Rotates everything drawn since `first_vertex` by 90° to the left around a point.
void Painter::turn(int first_vertex, Point around) const {
  for (int i = first_vertex; i < list_.VtxBuffer.Size; ++i) {
    ImVec2& p = list_.VtxBuffer[i].pos;
    const float dx = p.x - around.x;
    const float dy = p.y - around.y;
    p = {around.x + dy, around.y - dx};
  }
}

void Painter::card(const Rect& rect, Colour ground, Colour border) const {
  constexpr float rounding = 9;
  fill(rect, ground, rounding);
  stroke(rect, border, 1, rounding);
}

void Painter::text(const Text& text, float unit) const {
  const float size = text.size * unit;
  if (text.is_markup) {
    const TextLayout layout = layout_markup(text.text, size, text.weight, metrics_);
    runs(text, layout.runs, layout.width);
    return;
  }
  const float width =
      text.horizontal == HorizontalAnchor::left ? 0 : metrics_.width(text.text, size, text.weight);
  const TextRun whole{text.text, 0, 0, size, width};
  runs(text, {&whole, 1}, width);
}

void Painter::runs(const Text& text, std::span<const TextRun> runs, float width) const {
  Point baseline = text.position;
  baseline.x -= before_anchor(text.horizontal, width);
  baseline.y += below_anchor(text.vertical, text.size);
  if (!text.is_turned) {
    for (const TextRun& run : runs)
      draw_run({baseline.x + run.x, baseline.y - run.rise}, run.text, text.colour, run.size, text.weight);
    return;
  }
  // AddText would drop glyphs that are outside of the clip rectangle before the rotation.
  const int first_vertex = list_.VtxBuffer.Size;
  for (const TextRun& run : runs) {
    ImFont* font = fonts_.font(text.weight, run.size);
    const std::string_view drawn = drawable(run.text);
    font->RenderText(&list_, run.size, {baseline.x + run.x, baseline.y - run.rise - ascent(*font, run.size)},
                     packed(text.colour), {-1e6f, -1e6f, 1e6f, 1e6f}, drawn.data(),
                     drawn.data() + drawn.size());
  }
  turn(first_vertex, text.position);
}

float Painter::text(Point position, std::string_view text, Colour colour, float size, FontWeight weight,
                    HorizontalAnchor anchor) const {
  const float width = metrics_.width(text, size, weight);
  draw_run({position.x - before_anchor(anchor, width), position.y + size * baseline_below_middle}, text,
           colour, size, weight);
  return width;
}

float Painter::markup(Point position, std::string_view text, Colour colour, float size, FontWeight weight,
                      HorizontalAnchor anchor) const {
  const TextLayout layout = layout_markup(text, size, weight, metrics_);
  const float x = position.x - before_anchor(anchor, layout.width);
  const float baseline = position.y + size * baseline_below_middle;
  for (const TextRun& run : layout.runs)
    draw_run({x + run.x, baseline - run.rise}, run.text, colour, run.size, weight);
  return layout.width;
}

namespace {

/// Maps the page of a figure to the screen.
struct Placement {
  Point origin;
  float scale;

  ImVec2 operator()(Point p) const { return {origin.x + p.x * scale, origin.y + p.y * scale}; }
  Rect operator()(const Rect& r) const {
    return {origin.x + r.x * scale, origin.y + r.y * scale, r.width * scale, r.height * scale};
  }
};

struct Replay {
  const Painter& painter;
  Placement place;
  TextureSource* textures;

  void operator()(const FillRect& c) const {
    painter.fill(place(c.rect), c.colour, c.rounding * place.scale);
  }
  void operator()(const StrokeRect& c) const {
    painter.stroke(place(c.rect), c.colour, c.line_width * place.scale, c.rounding * place.scale);
  }
  void operator()(const Line& c) const {
    painter.list().AddLine(place(c.from), place(c.to), packed(c.colour), c.line_width * place.scale);
  }
  void operator()(const Polyline& c) const {
    std::vector<Point> points;
    points.reserve(c.points.size());
    for (const Point& point : c.points) points.push_back(from_imgui(place(point)));
    painter.polyline(points, c.colour, c.line_width * place.scale);
  }
  void operator()(const FillPolygon& c) const {
    for (const Point& point : c.points) painter.list().PathLineTo(place(point));
    painter.list().PathFillConvex(packed(c.colour));
  }
  void operator()(const FillDisc& c) const {
    // Dear ImGui 1.86 divides by zero for a radius below 1e-6.
    constexpr float invisible = 1e-3f;
    const float radius = c.radius * place.scale;
    if (radius > invisible) painter.list().AddCircleFilled(place(c.centre), radius, packed(c.colour));
  }
  void operator()(const Curve& c) const {
    painter.list().AddBezierCubic(place(c.from), place(c.control_from), place(c.control_to), place(c.to),
                                  packed(c.colour), c.line_width * place.scale);
  }
  void operator()(const Text& c) const {
    Text placed = c;
    placed.position = from_imgui(place(c.position));
    placed.size = c.size * place.scale;
    painter.text(placed, size_of_em);
  }
  void operator()(const Image& c) const {
    if (textures == nullptr) return;
    const Rect rect = place(c.rect);
    painter.list().AddImage(textures->texture_of(c.pixels), upper_left(rect), lower_right(rect));
  }
  void operator()(const PushClip& c) const { painter.push_clip(place(c.rect)); }
  void operator()(const PopClip&) const { painter.list().PopClipRect(); }
};

}  // namespace

void Painter::draw(const DisplayList& figure, Point origin, TextureSource* textures, float scale) const {
  const Replay replay{*this, {origin, scale}, textures};
  for (const DrawCommand& command : figure.commands) std::visit(replay, command);
}

void draw_padlock(const Painter& painter, const Rect& square, bool is_shut, Colour colour, Colour ground) {
  const float unit = square.height / 8;
  const float line = std::max(1.0f, std::round(unit));
  const Rect body{square.x + unit, square.y + unit * 3.5f, unit * 6, unit * 4.5f};
  const float aside = is_shut ? 0 : unit * 3.5f;
  painter.stroke({body.x + unit + aside, square.y, unit * 4, unit * 6}, colour, line, unit * 2);
  // The lower half of the shackle.
  painter.fill({body.x + aside, body.y, unit * 6, unit * 3}, ground);
  painter.fill(body, colour, unit * 0.8f);
}

}  // namespace attention_lab
