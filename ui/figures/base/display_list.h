// A picture as data: typed drawing commands that any canvas can replay.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "ui/figures/base/colour.h"
#include "ui/figures/base/geometry.h"
#include "ui/figures/base/rich_text.h"

namespace attention_lab {

struct FillRect {
  Rect rect;
  Colour colour;
  float rounding = 0;
};

struct StrokeRect {
  Rect rect;  // the middle of the line
  Colour colour;
  float line_width = 1;
  float rounding = 0;
};

struct Line {
  Point from;
  Point to;
  Colour colour;
  float line_width = 1;
};

/// A line through points, its corners and ends round.
struct Polyline {
  std::vector<Point> points;  // two at least
  Colour colour;
  float line_width = 1;
};

/// A filled convex polygon: arrow heads, markers.
struct FillPolygon {
  std::vector<Point> points;  // three at least, clockwise
  Colour colour;
};

struct FillDisc {
  Point centre;
  float radius = 1;
  Colour colour;
};

/// A cubic Bézier curve, its ends flat.
struct Curve {
  Point from;
  Point control_from;
  Point control_to;
  Point to;
  Colour colour;
  float line_width = 1;
};

enum class HorizontalAnchor { left, centre, right };
enum class VerticalAnchor { top, middle, baseline };

/// One line of text. Turned texts run upwards (90° to the left), around their anchor point.
struct Text {
  Point position;
  std::string text;
  Colour colour;
  float size = 10;
  FontWeight weight = FontWeight::regular;
  HorizontalAnchor horizontal = HorizontalAnchor::left;
  VerticalAnchor vertical = VerticalAnchor::middle;
  bool is_markup = false;  // see layout_markup; plain otherwise
  bool is_turned = false;
};

/// The middle of a line of text lies this much above its baseline, in font sizes: half of Roboto's cap
/// height. All canvases place VerticalAnchor::middle by it.
inline constexpr float baseline_below_middle = 0.355f;

/// Pixels, row by row from the top left, one Colour each; drawn without smoothing.
struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<Colour> colours;
};

struct Image {
  Rect rect;
  std::shared_ptr<const Pixels> pixels;
};

/// What follows is drawn inside the rectangle only, until PopClip.
struct PushClip {
  Rect rect;
};
struct PopClip {};

using DrawCommand = std::variant<FillRect, StrokeRect, Line, Polyline, FillPolygon, FillDisc, Curve, Text,
                                 Image, PushClip, PopClip>;

/// Commands in painting order. `width` × `height` is the page they stand on.
struct DisplayList {
  float width = 0;
  float height = 0;
  std::vector<DrawCommand> commands;
  /// What the picture leaves out for want of pixels, in whole sentences; they stand on the picture too.
  std::vector<std::string> notes;

  template <class Command>
  void add(Command command) {
    commands.emplace_back(std::move(command));
  }
};

}  // namespace attention_lab
