// Draws our own types on Dear ImGui's draw lists: the canvas for the screen.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/rich_text.h"
#include "ui/widgets/fonts.h"

namespace attention_lab {

constexpr ImU32 packed(Colour colour) {
  return IM_COL32(colour.red, colour.green, colour.blue, colour.alpha);
}
inline ImVec2 to_imgui(Point p) {
  return {p.x, p.y};
}
inline Point from_imgui(ImVec2 p) {
  return {p.x, p.y};
}
inline ImVec2 upper_left(const Rect& r) {
  return {r.x, r.y};
}
inline ImVec2 lower_right(const Rect& r) {
  return {r.right(), r.bottom()};
}

/// Dear ImGui measures the size of a font from its highest to its lowest point; figures, like print, use the
/// em. This is Roboto's size in Dear ImGui for an em of 1.
inline constexpr float size_of_em = 2400.0f / 2048.0f;

/// The beginning of a text that may be drawn in one call to Dear ImGui: 8,192 bytes at most, more than any
/// screen shows on a line. (A call with more than 16,383 characters aborts, even if the characters have no
/// width.)
std::string_view drawable(std::string_view text);

/// Text widths in the screen's fonts. Only the drawable part of a text is measured.
class ScreenTextMetrics : public TextMetrics {
 public:
  explicit ScreenTextMetrics(const FontBook& fonts) : fonts_(fonts) {}
  float width(std::string_view text, float size, FontWeight weight) const override;

 private:
  const FontBook& fonts_;
};

/// Uploads the images of display lists to the graphics card; implemented by the program.
class TextureSource {
 public:
  virtual ~TextureSource() = default;
  /// A texture with these pixels. The same Pixels object always gets the same texture.
  virtual ImTextureID texture_of(const std::shared_ptr<const Pixels>& pixels) = 0;
};

/// ImGui::InvisibleButton at `rect`, for any size of the window.
bool click_area(const char* id, const Rect& rect, ImGuiButtonFlags flags = 0);
/// Whether the mouse is over the rectangle, in the visible part of the current window.
bool is_mouse_over(const Rect& rect);
/// Whether a right click ended there.
bool is_right_clicked(const Rect& rect);

/// Draws texts and display lists onto one draw list. Texts and lines of any length and non-finite numbers are
/// safe.
class Painter {
 public:
  Painter(ImDrawList& list, const FontBook& fonts) : list_(list), fonts_(fonts), metrics_(fonts) {}

  ImDrawList& list() const { return list_; }
  const TextMetrics& metrics() const { return metrics_; }

  void fill(const Rect& rect, Colour colour, float rounding = 0) const;
  void stroke(const Rect& rect, Colour colour, float line_width = 1, float rounding = 0) const;
  /// Until list().PopClipRect(); intersected with the current clip rectangle.
  void push_clip(const Rect& rect) const;
  void polyline(const std::vector<Point>& points, Colour colour, float line_width) const;
  /// A rounded background with a thin border.
  void card(const Rect& rect, Colour ground, Colour border) const;
  /// `unit` converts the text's size to Dear ImGui's: 1, or size_of_em for texts of figures.
  void text(const Text& text, float unit = 1) const;
  /// Plain text, vertically centred on `position`; returns its width.
  float text(Point position, std::string_view text, Colour colour, float size,
             FontWeight weight = FontWeight::regular, HorizontalAnchor anchor = HorizontalAnchor::left) const;
  /// Mark-up (W_q), vertically centred on `position`; returns its width.
  float markup(Point position, std::string_view text, Colour colour, float size,
               FontWeight weight = FontWeight::regular,
               HorizontalAnchor anchor = HorizontalAnchor::left) const;

  /// Draws a figure with its upper left corner at `origin`; `scale` is the number of pixels per unit of its
  /// page.
  void draw(const DisplayList& figure, Point origin, TextureSource* textures, float scale = 1) const;

 private:
  void draw_run(Point baseline, std::string_view text, Colour colour, float size, FontWeight weight) const;
  void runs(const Text& text, std::span<const TextRun> runs, float width) const;
  void turn(int first_vertex, Point around) const;

  ImDrawList& list_;
  const FontBook& fonts_;
  ScreenTextMetrics metrics_;
};

/// A padlock that fills the square; an open one has its shackle beside it. `ground` is what lies below it.
void draw_padlock(const Painter& painter, const Rect& square, bool is_shut, Colour colour, Colour ground);

}  // namespace attention_lab
