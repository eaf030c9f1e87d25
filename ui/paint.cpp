#include "ui/paint.h"

#include <cmath>

namespace attention_lab {
namespace {

constexpr float baseline_below_middle = 0.355f;  // half of Roboto's cap height, in font sizes

float shift_for(HorizontalAnchor anchor, float width) {
  return anchor == HorizontalAnchor::left ? 0 : anchor == HorizontalAnchor::centre ? width / 2 : width;
}

Point operator+(Point a, Point b) {
  return {a.x + b.x, a.y + b.y};
}

Rect shifted(const Rect& rect, Point by) {
  return {rect.x + by.x, rect.y + by.y, rect.width, rect.height};
}

}  // namespace

float ScreenTextMetrics::width(std::string_view text, float size, FontWeight weight) const {
  const ImFont* font = fonts_.font(weight, size);
  return font->CalcTextSizeA(size, 1e9f, 0, text.data(), text.data() + text.size()).x;
}

void Painter::fill(const Rect& rect, Colour colour, float rounding) const {
  list_.AddRectFilled(upper_left(rect), lower_right(rect), packed(colour), rounding);
}

void Painter::stroke(const Rect& rect, Colour colour, float line_width, float rounding) const {
  list_.AddRect(upper_left(rect), lower_right(rect), packed(colour), rounding, 0, line_width);
}

void Painter::draw_run(Point baseline, std::string_view text, Colour colour, float size,
                       FontWeight weight) const {
  ImFont* font = fonts_.font(weight, size);
  const float ascent = font->Ascent * size / font->FontSize;
  list_.AddText(font, size, {baseline.x, std::round(baseline.y - ascent)}, packed(colour), text.data(),
                text.data() + text.size());
}

// Turns everything drawn since `first_vertex` 90° to the left around a point.
void Painter::turn(int first_vertex, Point around) const {
  for (int i = first_vertex; i < list_.VtxBuffer.Size; ++i) {
    ImVec2& p = list_.VtxBuffer[i].pos;
    const float dx = p.x - around.x;
    const float dy = p.y - around.y;
    p = {around.x + dy, around.y - dx};
  }
}

void Painter::text(const Text& text) const {
  const TextLayout layout = text.is_markup
                                ? layout_markup(text.text, text.size, text.weight, metrics_)
                                : TextLayout{{{text.text, 0, 0, text.size, 0}},
                                             text.horizontal == HorizontalAnchor::left
                                                 ? 0
                                                 : metrics_.width(text.text, text.size, text.weight)};
  Point baseline = text.position;
  baseline.x -= shift_for(text.horizontal, layout.width);
  if (text.vertical == VerticalAnchor::middle) baseline.y += text.size * baseline_below_middle;
  if (text.vertical == VerticalAnchor::top) baseline.y += text.size;
  if (text.is_turned) {
    // AddText would leave out glyphs that lie outside the clip before they are turned.
    const int first_vertex = list_.VtxBuffer.Size;
    ImFont* font = fonts_.font(text.weight, text.size);
    for (const TextRun& run : layout.runs) {
      const float ascent = font->Ascent * run.size / font->FontSize;
      font->RenderText(&list_, run.size, {baseline.x + run.x, baseline.y - run.rise - ascent},
                       packed(text.colour), {-1e6f, -1e6f, 1e6f, 1e6f}, run.text.data(),
                       run.text.data() + run.text.size());
    }
    turn(first_vertex, text.position);
    return;
  }
  for (const TextRun& run : layout.runs) {
    draw_run({baseline.x + run.x, baseline.y - run.rise}, run.text, text.colour, run.size, text.weight);
  }
}

float Painter::text(Point position, std::string_view text, Colour colour, float size, FontWeight weight,
                    HorizontalAnchor anchor) const {
  const float width = metrics_.width(text, size, weight);
  draw_run({position.x - shift_for(anchor, width), position.y + size * baseline_below_middle}, text, colour,
           size, weight);
  return width;
}

float Painter::markup(Point position, std::string_view text, Colour colour, float size, FontWeight weight,
                      HorizontalAnchor anchor) const {
  const TextLayout layout = layout_markup(text, size, weight, metrics_);
  const float x = position.x - shift_for(anchor, layout.width);
  const float baseline = position.y + size * baseline_below_middle;
  for (const TextRun& run : layout.runs)
    draw_run({x + run.x, baseline - run.rise}, run.text, colour, run.size, weight);
  return layout.width;
}

void Painter::draw(const DisplayList& figure, Point origin, TextureSource* textures) const {
  struct Replay {
    const Painter& painter;
    Point origin;
    TextureSource* textures;

    void operator()(const FillRect& c) const { painter.fill(shifted(c.rect, origin), c.colour, c.rounding); }
    void operator()(const StrokeRect& c) const {
      painter.stroke(shifted(c.rect, origin), c.colour, c.line_width, c.rounding);
    }
    void operator()(const Line& c) const {
      painter.list_.AddLine(to_imgui(c.from + origin), to_imgui(c.to + origin), packed(c.colour),
                            c.line_width);
    }
    void operator()(const Curve& c) const {
      painter.list_.AddBezierCubic(to_imgui(c.from + origin), to_imgui(c.control_from + origin),
                                   to_imgui(c.control_to + origin), to_imgui(c.to + origin), packed(c.colour),
                                   c.line_width);
    }
    void operator()(const Text& c) const {
      Text moved = c;
      moved.position = c.position + origin;
      painter.text(moved);
    }
    void operator()(const Image& c) const {
      if (textures == nullptr) return;
      const Rect rect = shifted(c.rect, origin);
      painter.list_.AddImage(textures->texture_of(c.pixels), upper_left(rect), lower_right(rect));
    }
    void operator()(const PushClip& c) const {
      const Rect rect = shifted(c.rect, origin);
      painter.list_.PushClipRect(upper_left(rect), lower_right(rect), true);
    }
    void operator()(const PopClip&) const { painter.list_.PopClipRect(); }
  };
  for (const DrawCommand& command : figure.commands) std::visit(Replay{*this, origin, textures}, command);
}

}  // namespace attention_lab
