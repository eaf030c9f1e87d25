#include "ui/figures/base/labels.h"

#include <algorithm>
#include <vector>

#include "core/words/utf8.h"

namespace attention_lab {
namespace {

constexpr float above_baseline = 0.75f;  // the height of capitals and digits, in font sizes
constexpr float below_baseline = 0.22f;

/// The end of the piece of mark-up at `at`: an escape, a whole script, or one code point.
std::size_t after_piece(std::string_view markup, std::size_t at) {
  const char c = markup[at];
  const bool has_more = at + 1 < markup.size();
  if (c == '\\' && has_more) return after_character(markup, at + 1);
  if ((c == '_' || c == '^') && has_more) {
    if (markup[at + 1] != '{') return after_character(markup, at + 1);
    const std::size_t end = markup.find('}', at);
    return end == std::string_view::npos ? markup.size() : end + 1;
  }
  return after_character(markup, at);
}

/// The shift that moves [start, start + length] into [low, low + room], giving priority to its start.
float shift_into(float start, float length, float low, float room) {
  const float from_the_end = std::min(0.0f, low + room - (start + length));
  return start + from_the_end < low ? low - start : from_the_end;
}

constexpr float tolerance = 0.05f;

bool overlap(const Rect& a, const Rect& b) {
  return std::min(a.right(), b.right()) - std::max(a.x, b.x) > tolerance &&
         std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > tolerance;
}

}  // namespace

float least_label_size(std::size_t count, float font_size) {
  constexpr std::size_t few = 12;
  constexpr float share_of_few = 0.5f;
  return font_size * (count <= few ? share_of_few : smallest_label_share);
}

float before_anchor(HorizontalAnchor anchor, float width) {
  return anchor == HorizontalAnchor::left ? 0 : anchor == HorizontalAnchor::centre ? width / 2 : width;
}

float below_anchor(VerticalAnchor anchor, float size) {
  return anchor == VerticalAnchor::middle ? size * baseline_below_middle
         : anchor == VerticalAnchor::top  ? size
                                          : 0;
}

float width_of(const Text& text, const TextMetrics& metrics) {
  return text.is_markup ? layout_markup(text.text, text.size, text.weight, metrics).width
                        : metrics.width(text.text, text.size, text.weight);
}

Rect bounds_of(const Text& text, const TextMetrics& metrics) {
  const float width = width_of(text, metrics);
  const float left = -before_anchor(text.horizontal, width);
  const float top = below_anchor(text.vertical, text.size) - text.size * above_baseline;
  const float height = text.size * (above_baseline + below_baseline);
  if (!text.is_turned) return {text.position.x + left, text.position.y + top, width, height};
  // A quarter turn anticlockwise maps (x, y) to (y, −x).
  return {text.position.x + top, text.position.y - left - width, height, width};
}

std::string shorten_markup(std::string_view markup, float width, float size, FontWeight weight,
                           const TextMetrics& metrics) {
  const auto fits = [&](std::string_view text) {
    return layout_markup(text, size, weight, metrics).width <= width;
  };
  if (fits(markup)) return std::string(markup);
  std::vector<std::size_t> ends = {0};
  while (ends.back() < markup.size()) ends.push_back(after_piece(markup, ends.back()));
  const auto cut = [&](std::size_t end) { return std::string(markup.substr(0, end)) + "…"; };
  // The first end at which the text is too wide; every earlier one fits.
  const auto too_wide =
      std::partition_point(ends.begin() + 1, ends.end(), [&](std::size_t end) { return fits(cut(end)); });
  return cut(*(too_wide - 1));
}

Text fitted(Text text, float width, const TextMetrics& metrics) {
  const float natural = width_of(text, metrics);
  if (natural <= width) return text;
  text.size *= std::max(smallest_label_share, width / natural);
  if (width_of(text, metrics) <= width) return text;
  text.text = text.is_markup ? shorten_markup(text.text, width, text.size, text.weight, metrics)
                             : shorten(text.text, width, text.size, text.weight, metrics);
  if (width_of(text, metrics) > width) text.text.clear();
  return text;
}

Text moved_into(Text text, const Rect& area, const TextMetrics& metrics) {
  const Rect bounds = bounds_of(text, metrics);
  text.position.x += shift_into(bounds.x, bounds.width, area.x, area.width);
  // Turned texts begin at their lower end, which has priority.
  text.position.y += text.is_turned
                         ? -shift_into(-bounds.bottom(), bounds.height, -area.bottom(), area.height)
                         : shift_into(bounds.y, bounds.height, area.y, area.height);
  return text;
}

void add_text_within(DisplayList& list, const Text& text, const Rect& area, const TextMetrics& metrics) {
  if (text.text.empty()) return;
  const Text shown = fitted(text, text.is_turned ? area.height : area.width, metrics);
  const float thickness = text.is_turned ? bounds_of(shown, metrics).width : bounds_of(shown, metrics).height;
  if (shown.text.empty() || thickness > (text.is_turned ? area.width : area.height)) return;
  list.add(moved_into(shown, area, metrics));
}

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

Text markup_at(Point position, std::string markup, float size, Colour colour, HorizontalAnchor anchor) {
  Text label = label_at(position, std::move(markup), size, colour, anchor);
  label.is_markup = true;
  return label;
}

float widest_of(const std::vector<std::string>& texts, float size, FontWeight weight,
                const TextMetrics& metrics) {
  float width = 0;
  for (const std::string& text : texts) width = std::max(width, metrics.width(text, size, weight));
  return width;
}

}  // namespace attention_lab
