// Points and rectangles of the plane, with y downwards; the unit is the point (1/72 inch) or the pixel.
#pragma once

namespace attention_lab {

struct Point {
  float x = 0;
  float y = 0;

  bool operator==(const Point&) const = default;
};

struct Rect {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;

  float right() const { return x + width; }
  float bottom() const { return y + height; }
  Point centre() const { return {x + width / 2, y + height / 2}; }
  bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  Rect expanded(float by) const { return {x - by, y - by, width + 2 * by, height + 2 * by}; }

  bool operator==(const Rect&) const = default;
};

/// How far something has moved after a share of its time: it starts and ends slowly.
constexpr float eased(float share) {
  const float t = share < 0 ? 0.0f : share > 1 ? 1.0f : share;
  return t * t * (3 - 2 * t);
}

}  // namespace attention_lab
