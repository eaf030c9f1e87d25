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
  Rect rect;  // the outline is centred on its edges
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

/// A line through points, with round joins and ends.
struct Polyline {
  std::vector<Point> points;  // at least two
  Colour colour;
  float line_width = 1;
};

/// A filled convex polygon: arrow heads, markers.
struct FillPolygon {
  std::vector<Point> points;  // at least three, clockwise
  Colour colour;
};

struct FillDisc {
  Point centre;
  float radius = 1;
  Colour colour;
};

/// A cubic Bézier curve with flat ends.
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

/// One line of text. Turned text runs upwards (rotated 90° anticlockwise around its anchor).
struct Text {
  Point position;
  std::string text;
  Colour colour;
  float size = 10;
  FontWeight weight = FontWeight::regular;
  HorizontalAnchor horizontal = HorizontalAnchor::left;
  VerticalAnchor vertical = VerticalAnchor::middle;
  bool is_markup = false;  // see layout_markup; otherwise plain
  bool is_turned = false;
};

/// The distance from the baseline of a line of text up to its middle, in font sizes: half of Roboto's cap
/// height. All canvases use it to place VerticalAnchor::middle.
inline constexpr float baseline_below_middle = 0.355f;

/// Pixels, row by row from the top left, one Colour each; drawn without interpolation.
struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<Colour> colours;
};

struct Image {
  Rect rect;
  std::shared_ptr<const Pixels> pixels;
};

/// Clips the following commands to the rectangle until PopClip.
struct PushClip {
  Rect rect;
};
struct PopClip {};

using DrawCommand = std::variant<FillRect, StrokeRect, Line, Polyline, FillPolygon, FillDisc, Curve, Text,
                                 Image, PushClip, PopClip>;

/// What a picture omits, in a whole sentence that is also written on it, and how to see it.
struct PictureNote {
  std::string text;
  std::string remedy;

  bool operator==(const PictureNote&) const = default;
};

/// Drawing commands in painting order, on a page of `width` × `height`.
struct DisplayList {
  float width = 0;
  float height = 0;
  std::vector<DrawCommand> commands;
  std::vector<PictureNote> notes;
  /// What is hard to read in it, in whole sentences for the person who makes a file of it.
  std::vector<std::string> warnings;
  /// Properties of the file, plain text; may be empty.
  std::string title;
  std::string author;

  template <class Command>
  void add(Command command) {
    commands.emplace_back(std::move(command));
  }
};

}  // namespace attention_lab
