#include "display_list_text.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace attention_lab {
namespace {

std::string number(float value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.2f", static_cast<double>(value));
  const std::string text = buffer.data();
  return text == "-0.00" ? "0.00" : text;
}

std::string point(Point p) {
  return number(p.x) + " " + number(p.y);
}

std::string rect(const Rect& r) {
  return point({r.x, r.y}) + " " + point({r.width, r.height});
}

std::string colour(Colour c) {
  std::array<char, 16> buffer{};
  if (c.alpha == 255) {
    std::snprintf(buffer.data(), buffer.size(), "#%02x%02x%02x", c.red, c.green, c.blue);
  } else {
    std::snprintf(buffer.data(), buffer.size(), "#%02x%02x%02x%02x", c.red, c.green, c.blue, c.alpha);
  }
  return buffer.data();
}

std::string points(const std::vector<Point>& all) {
  std::string text;
  for (const Point& p : all) text += (text.empty() ? "" : ", ") + point(p);
  return text;
}

std::string width(float line_width) {
  return " width " + number(line_width);
}

std::string corners(float radius) {
  return radius == 0 ? "" : " rounding " + number(radius);
}

/// FNV-1a over the colours' bytes.
std::string checksum(const Pixels& pixels) {
  std::uint32_t hash = 2166136261u;
  for (const Colour& c : pixels.colours) {
    for (const std::uint8_t byte : {c.red, c.green, c.blue, c.alpha}) hash = (hash ^ byte) * 16777619u;
  }
  std::array<char, 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%08x", hash);
  return buffer.data();
}

std::string_view word(HorizontalAnchor anchor) {
  switch (anchor) {
    case HorizontalAnchor::left: return "left";
    case HorizontalAnchor::centre: return "centre";
    case HorizontalAnchor::right: return "right";
  }
  return {};
}

std::string_view word(VerticalAnchor anchor) {
  switch (anchor) {
    case VerticalAnchor::top: return "top";
    case VerticalAnchor::middle: return "middle";
    case VerticalAnchor::baseline: return "baseline";
  }
  return {};
}

struct ToText {
  std::string operator()(const FillRect& c) const {
    return "fill " + rect(c.rect) + " " + colour(c.colour) + corners(c.rounding);
  }
  std::string operator()(const StrokeRect& c) const {
    return "stroke " + rect(c.rect) + " " + colour(c.colour) + width(c.line_width) + corners(c.rounding);
  }
  std::string operator()(const Line& c) const {
    return "line " + points({c.from, c.to}) + " " + colour(c.colour) + width(c.line_width);
  }
  std::string operator()(const Polyline& c) const {
    return "polyline " + points(c.points) + " " + colour(c.colour) + width(c.line_width);
  }
  std::string operator()(const FillPolygon& c) const {
    return "polygon " + points(c.points) + " " + colour(c.colour);
  }
  std::string operator()(const FillDisc& c) const {
    return "disc " + point(c.centre) + " radius " + number(c.radius) + " " + colour(c.colour);
  }
  std::string operator()(const Curve& c) const {
    return "curve " + points({c.from, c.control_from, c.control_to, c.to}) + " " + colour(c.colour) +
           width(c.line_width);
  }
  std::string operator()(const Text& c) const {
    std::string text = "text “" + c.text + "” " + point(c.position) + " size " + number(c.size) + " " +
                       colour(c.colour) + " " + std::string(word(c.horizontal)) + " " +
                       std::string(word(c.vertical));
    if (c.weight == FontWeight::medium) text += " medium";
    if (c.is_markup) text += " markup";
    if (c.is_turned) text += " turned";
    return text;
  }
  std::string operator()(const Image& c) const {
    const std::string size = std::to_string(c.pixels->width) + "×" + std::to_string(c.pixels->height);
    return "image " + rect(c.rect) + " of " + size + " pixels " + checksum(*c.pixels);
  }
  std::string operator()(const PushClip& c) const { return "clip " + rect(c.rect); }
  std::string operator()(const PopClip&) const { return "end of clip"; }
};

}  // namespace

std::string to_text(const DisplayList& list) {
  std::string text = "page " + number(list.width) + " × " + number(list.height) + "\n";
  for (const DrawCommand& command : list.commands) text += std::visit(ToText{}, command) + "\n";
  for (const std::string& note : list.notes) text += "note “" + note + "”\n";
  return text;
}

}  // namespace attention_lab
