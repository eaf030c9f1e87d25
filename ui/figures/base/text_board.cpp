#include "ui/figures/base/text_board.h"

#include <algorithm>

namespace attention_lab {
namespace {

constexpr float tolerance = 0.05f;

bool overlap(const Rect& a, const Rect& b) {
  return std::min(a.right(), b.right()) - std::max(a.x, b.x) > tolerance &&
         std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > tolerance;
}

}  // namespace

bool TextBoard::add(const Text& text) {
  if (text.text.empty()) return false;
  const Rect bounds = bounds_of(text, metrics_);
  const bool is_on_page = bounds.x >= -tolerance && bounds.y >= -tolerance &&
                          bounds.right() <= list_.width + tolerance &&
                          bounds.bottom() <= list_.height + tolerance;
  if (!is_on_page) return false;
  const auto touches = [&](const Rect& other) { return overlap(bounds, other); };
  if (std::any_of(taken_.begin(), taken_.end(), touches)) return false;
  taken_.push_back(bounds);
  list_.add(text);
  return true;
}

Text label_at(Point position, std::string text, float size, Colour colour, HorizontalAnchor anchor) {
  Text label;
  label.position = position;
  label.text = std::move(text);
  label.size = size;
  label.colour = colour;
  label.horizontal = anchor;
  return label;
}

float widest_of(const std::vector<std::string>& texts, float size, FontWeight weight,
                const TextMetrics& metrics) {
  float width = 0;
  for (const std::string& text : texts) width = std::max(width, metrics.width(text, size, weight));
  return width;
}

}  // namespace attention_lab
