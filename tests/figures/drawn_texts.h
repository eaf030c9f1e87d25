// Finds texts and shapes in a display list and checks them: shared by the tests of all figures.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ui/figures/base/display_list.h"
#include "ui/figures/base/figure_style.h"
#include "ui/figures/base/labels.h"

namespace attention_lab::testing {

template <class Command>
std::vector<Command> all(const DisplayList& list) {
  std::vector<Command> found;
  for (const DrawCommand& command : list.commands) {
    if (const auto* one = std::get_if<Command>(&command)) found.push_back(*one);
  }
  return found;
}

inline std::vector<Text> texts_of(const DisplayList& list, const std::string& text) {
  std::vector<Text> found;
  for (const Text& one : all<Text>(list)) {
    if (one.text == text) found.push_back(one);
  }
  return found;
}

inline bool is_within(const Rect& inner, const Rect& outer, float tolerance) {
  return inner.x >= outer.x - tolerance && inner.y >= outer.y - tolerance &&
         inner.right() <= outer.right() + tolerance && inner.bottom() <= outer.bottom() + tolerance;
}

inline std::string described(const Text& text, const TextMetrics& metrics) {
  const Rect r = bounds_of(text, metrics);
  return "“" + text.text + "” " + std::to_string(r.x) + "…" + std::to_string(r.right()) + ", " +
         std::to_string(r.y) + "…" + std::to_string(r.bottom());
}

/// No two texts overlap, none leaves the page, and all have enough contrast with the figure's ground.
inline void expect_legible(const DisplayList& list, const FigureStyle& style, const TextMetrics& metrics) {
  constexpr float touch = 0.5f;
  const Rect page{0, 0, list.width, list.height};
  const std::vector<Text> texts = all<Text>(list);
  std::vector<Rect> bounds;
  for (const Text& text : texts) {
    bounds.push_back(bounds_of(text, metrics));
    EXPECT_TRUE(is_within(bounds.back(), page, touch)) << described(text, metrics);
    EXPECT_GE(contrast(text.colour, style.ground), 4.5f) << described(text, metrics);
    for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
      const Rect& a = bounds[i];
      const Rect& b = bounds.back();
      const bool overlap = std::min(a.right(), b.right()) - std::max(a.x, b.x) > touch &&
                           std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > touch;
      EXPECT_FALSE(overlap) << described(text, metrics) << " and " << described(texts[i], metrics);
    }
  }
}

/// Every rectangle, line and curve has finite numbers and stays on the page.
inline void expect_on_page(const DisplayList& list) {
  const Rect page{0, 0, list.width, list.height};
  constexpr float tolerance = 1;
  const auto on_page = [&](Point p) { return is_within({p.x, p.y, 0, 0}, page, tolerance); };
  for (const FillRect& fill : all<FillRect>(list)) EXPECT_TRUE(is_within(fill.rect, page, tolerance));
  for (const Line& line : all<Line>(list)) EXPECT_TRUE(on_page(line.from) && on_page(line.to));
  for (const Curve& curve : all<Curve>(list)) EXPECT_TRUE(on_page(curve.from) && on_page(curve.to));
  for (const FillDisc& disc : all<FillDisc>(list)) EXPECT_TRUE(on_page(disc.centre));
  for (const Polyline& polyline : all<Polyline>(list)) {
    for (const Point& point : polyline.points) EXPECT_TRUE(on_page(point));
  }
}

/// Ordinary tokens, and ones that nobody should type.
inline std::string strange_token(std::mt19937& generator) {
  static const std::vector<std::string> strange = {
      "",     "the",   "a", "_^\\{}", "語言模型",      "😀", "Donaudampfschifffahrtsgesellschaft",
      "x_{q", "W_q^T", "…", " ",      "İstanbul'daki", "é̈", "journey",
      "one",  "step"};
  return strange[generator() % strange.size()];
}

inline const FigureStyle plain_style;

inline FigureStyle night_style() {
  FigureStyle style;
  style.ground = rgb(0x1e2227);
  style.line = rgb(0x32383f);
  style.text = rgb(0xe6e8ea);
  style.quiet_text = rgb(0x98a0a8);
  style.accent = rgb(0x6aa9ff);
  style.query = rgb(0x5db1f0);
  style.key = rgb(0xf0a15a);
  style.value = rgb(0x4fcfa6);
  style.pointed = rgb(0xff86b4);
  style.tokens = {rgb(0xf2d04b), rgb(0xbb9af7)};
  return style;
}

}  // namespace attention_lab::testing
