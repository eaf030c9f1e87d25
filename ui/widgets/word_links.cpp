#include "ui/widgets/word_links.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/figures/base/labels.h"
#include "ui/widgets/widget_context.h"

namespace attention_lab {
namespace {

/// The area of one word. Returns whether the mouse is over it.
bool word_area(WidgetContext& context, const Rect& rect, std::string_view text, std::size_t word) {
  context.items.add("word." + std::string(text), rect);
  // The text around a word may change while it is pressed, but hardly the place where it stands.
  ImGui::PushID(static_cast<int>(rect.x));
  ImGui::PushID(static_cast<int>(rect.y));
  const bool is_clicked = click_area("##word", rect);
  ImGui::PopID();
  ImGui::PopID();
  if (is_clicked) {
    context.word_links.clicked = ClickedWord{word, rect};
    context.want_frame();
  }
  const bool is_hovered = ImGui::IsItemHovered();
  if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  return is_hovered;
}

/// Dots in this direction, or a line under the mouse.
void draw_word_line(const WidgetContext& context, const Painter& painter, Point from, Point direction,
                    float length, bool is_hovered) {
  const float thick = std::max(1.0f, std::round(context.scale()));
  const float pitch = is_hovered ? thick : 3 * thick;
  const Colour colour = is_hovered ? context.theme().accent : context.theme().quiet_text;
  for (float at = 0; at + thick <= length; at += pitch)
    painter.fill({std::round(from.x + direction.x * at), std::round(from.y + direction.y * at), thick, thick},
                 colour);
}

}  // namespace

LinkedWords::LinkedWords(WidgetContext& context, const Painter& painter, Point left, std::string_view markup,
                         float size, FontWeight weight)
    : context_(context), painter_(painter) {
  const Paragraph line{{std::string(markup)}, size, weight};
  add(line, {left.x, left.y - line.line_height() / 2}, std::nullopt);
}

LinkedWords::LinkedWords(WidgetContext& context, const Painter& painter, const Paragraph& paragraph,
                         Point corner, std::optional<std::size_t> explained)
    : context_(context), painter_(painter) {
  add(paragraph, corner, explained);
}

void LinkedWords::add(const Paragraph& paragraph, Point corner, std::optional<std::size_t> explained) {
  if (context_.word_links.find == nullptr) return;
  // A word may begin on one line and end on the next.
  std::string text;
  for (const std::string& line : paragraph.lines) text += line + " ";
  const std::vector<FoundWord> found = context_.word_links.find(text);
  if (found.empty()) return;
  const auto width = [&](const std::string& line, std::size_t end) {
    return layout_markup(std::string_view(line).substr(0, end), paragraph.size, paragraph.weight,
                         painter_.metrics())
        .width;
  };
  std::size_t start = 0;
  float middle = corner.y + paragraph.line_height() / 2;
  for (const std::string& line : paragraph.lines) {
    for (const FoundWord& word : found) {
      const std::size_t begin = std::clamp(word.begin, start, start + line.size()) - start;
      const std::size_t end = std::clamp(word.end, start, start + line.size()) - start;
      if (begin >= end || word.word == explained) continue;
      const float x = width(line, begin);
      const std::string_view shown = std::string_view(line).substr(begin, end - begin);
      // Below a subscript too.
      const float below = shown.find('_') == std::string_view::npos ? 0.65f : 0.8f;
      const Rect rect{corner.x + x, middle - paragraph.size * 0.55f, width(line, end) - x,
                      paragraph.size * (0.55f + below)};
      places_.push_back({rect, word_area(context_, rect, shown, word.word)});
    }
    start += line.size() + 1;
    middle += paragraph.line_height();
  }
}

void LinkedWords::draw_lines() const {
  for (const Place& place : places_) {
    const Rect& word = place.rect;
    draw_word_line(context_, painter_, {word.x, word.bottom() - 1}, {1, 0}, word.width, place.is_hovered);
  }
}

void draw_linked(WidgetContext& context, const Painter& painter, const Paragraph& paragraph, Point corner,
                 Colour colour) {
  const LinkedWords words(context, painter, paragraph, corner);
  draw(painter, paragraph, corner, colour);
  words.draw_lines();
}

namespace {

/// A turned text that is one word, such as the unit of an axis.
void link_turned_word(WidgetContext& context, const Painter& painter, const Text& text, const Rect& rect) {
  const std::vector<FoundWord> found = context.word_links.find(text.text);
  if (found.size() != 1 || found.front().end - found.front().begin != text.text.size()) return;
  const bool is_hovered = word_area(context, rect, text.text, found.front().word);
  draw_word_line(context, painter, {rect.right(), rect.bottom()}, {0, -1}, rect.height, is_hovered);
}

}  // namespace

void link_words(WidgetContext& context, const Painter& painter, const Text& text, Point origin) {
  if (context.word_links.find == nullptr || !text.is_markup) return;
  const Rect bounds = bounds_of(text, painter.metrics());
  const Rect rect{origin.x + bounds.x, origin.y + bounds.y, bounds.width, bounds.height};
  if (text.is_turned) return link_turned_word(context, painter, text, rect);
  const float size = text.size * size_of_em;
  const float width = layout_markup(text.text, size, text.weight, painter.metrics()).width;
  const Point left{origin.x + text.position.x - before_anchor(text.horizontal, width), rect.centre().y};
  LinkedWords(context, painter, left, text.text, size, text.weight).draw_lines();
}

}  // namespace attention_lab
