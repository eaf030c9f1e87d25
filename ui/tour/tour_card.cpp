#include "ui/tour/tour_card.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/words/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/paragraph.h"
#include "ui/widgets/scroll_area.h"

namespace attention_lab {
namespace {

// Lengths are multiples of the body text size.
constexpr float card_width = 22;
constexpr float card_padding = 1.1f;
constexpr float card_margin = 1;  // to the edges of the window, at least
constexpr float room_of_tick = 1.5f;
constexpr float ring_distance = 0.35f;
constexpr float ring_widening = 2.5f;
constexpr float longest_arrow = 2.5f;

/// The parts of the card, from its upper left corner.
struct CardLayout {
  Paragraph title;
  Paragraph sentence;
  Rect words;  // title and sentence; they scroll if the window is too low
  float words_height = 0;
  std::vector<Point> buttons;
  Point size;
};

CardLayout layout_of(const WidgetContext& view, const TourCard& card, Point window) {
  const TextSizes sizes = view.sizes();
  const ScreenTextMetrics metrics(view.fonts);
  const float padding = std::round(sizes.body * card_padding);
  const float margin = 2 * std::round(sizes.body * card_margin);
  CardLayout layout;
  layout.size.x = std::round(std::max(std::min(sizes.body * card_width, window.x - margin), 3 * padding));
  const float inner = layout.size.x - 2 * padding;
  layout.title = set_paragraph(card.title, inner, sizes.title, FontWeight::medium, metrics);
  layout.sentence = set_paragraph(card.sentence, inner - (card.is_done ? sizes.body * room_of_tick : 0),
                                  sizes.body, FontWeight::regular, metrics);
  layout.words_height = std::ceil(layout.title.height() + sizes.body * 0.3f + layout.sentence.height());

  // The buttons in rows, below the words.
  const ImGuiStyle& style = ImGui::GetStyle();
  const float line = std::round(sizes.body * 2.2f) + style.ItemSpacing.y;
  Point at;
  for (const char* label : card.labels) {
    const float width = ImGui::CalcTextSize(label).x + 2 * style.FramePadding.x;
    if (at.x > 0 && at.x + width > inner) at = {0, at.y + line};
    layout.buttons.push_back(at);
    at.x += width + style.ItemSpacing.x;
  }
  const float head = std::round(sizes.caption * 1.7f);
  const float foot = std::round(sizes.body * 0.8f) + at.y + line - style.ItemSpacing.y + padding;
  const float room = std::max(window.y - margin - padding - head - foot, sizes.body * 2);
  layout.words = {padding, padding + head, inner, std::min(layout.words_height, room)};
  for (Point& corner : layout.buttons) {
    corner.x += padding;
    corner.y += std::round(layout.words.bottom() + sizes.body * 0.8f);
  }
  layout.size.y = std::round(layout.words.bottom() + foot);
  return layout;
}

/// "Tour: 2 of 5", and a dot for each stop.
void draw_progress(const WidgetContext& view, const Painter& painter, const TourCard& card, Point left,
                   float right) {
  const TextSizes sizes = view.sizes();
  const Theme& theme = view.theme();
  const bool is_end = card.stop >= card.n_stops;
  const std::string words =
      is_end ? std::string("Tour")
             : filled("Tour: <stop> of <count>", {{"stop", card.stop + 1}, {"count", card.n_stops}});
  painter.text(left, words, theme.quiet_text, sizes.caption);
  const float radius = sizes.caption * 0.3f;
  for (std::size_t i = 0; i < card.n_stops; ++i) {
    const float x = right - radius - radius * 3.4f * static_cast<float>(card.n_stops - 1 - i);
    const bool is_behind = i < card.stop || (i == card.stop && card.is_done);
    const Colour colour = is_behind ? theme.accent : i == card.stop ? faded(theme.accent, 0.5f) : theme.line;
    painter.list().AddCircleFilled({x, left.y}, radius, packed(colour), 24);
  }
}

void draw_words(const WidgetContext& view, const TourCard& card, const CardLayout& layout, const Rect& area) {
  ScrollArea scroll("##words", area);
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const TextSizes sizes = view.sizes();
  Point at = scroll.corner();
  draw(painter, layout.title, at, view.theme().text);
  at.y += layout.title.height() + sizes.body * 0.3f;
  if (card.is_done) {
    const float size = sizes.body;
    const float y = at.y + layout.sentence.line_height() / 2;
    painter.polyline({{at.x + size * 0.08f, y + size * 0.02f},
                      {at.x + size * 0.38f, y + size * 0.34f},
                      {at.x + size * 0.95f, y - size * 0.36f}},
                     view.theme().accent, std::max(2.0f, std::round(size * 0.15f)));
    at.x += size * room_of_tick;
  }
  draw(painter, layout.sentence, at, view.theme().text);
  scroll.reaches(area.y + layout.words_height);
}

float ring_line(const WidgetContext& view) {
  return std::max(2.0f, std::round(2.5f * view.scale()));
}

/// As much of the ring as the window has room for.
Rect ring_around(const WidgetContext& view, const Rect& target, Point window) {
  const Rect ring = target.expanded(std::round(view.sizes().body * ring_distance));
  const float edge = ring_line(view);
  const float left = std::max(ring.x, edge);
  const float top = std::max(ring.y, edge);
  return {left, top, std::max(std::min(ring.right(), window.x - edge) - left, 0.0f),
          std::max(std::min(ring.bottom(), window.y - edge) - top, 0.0f)};
}

void draw_ring(const WidgetContext& view, const Painter& painter, const Rect& ring, float widening) {
  const Colour accent = view.theme().accent;
  const float line = ring_line(view);
  const Rect drawn = ring.expanded(widening * ring_widening * view.sizes().body);
  painter.stroke(drawn.expanded(line), faded(accent, 0.25f), line * 2, field_rounding + line);
  painter.stroke(drawn, accent, line, field_rounding);
}

/// From the card to the ring, if they are close and face each other: any other arrow would cross out numbers.
void draw_arrow(const WidgetContext& view, const Painter& painter, const Rect& card, const Rect& ring) {
  const auto closest = [](float low, float high, float other_low, float other_high) {
    if (high < other_low) return std::pair(high, other_low);
    if (other_high < low) return std::pair(low, other_high);
    const float middle = (std::max(low, other_low) + std::min(high, other_high)) / 2;
    return std::pair(middle, middle);
  };
  const auto [from_x, to_x] = closest(card.x, card.right(), ring.x, ring.right());
  const auto [from_y, to_y] = closest(card.y, card.bottom(), ring.y, ring.bottom());
  const bool faces = from_x == to_x || from_y == to_y;
  const float length = std::hypot(to_x - from_x, to_y - from_y);
  const float body = view.sizes().body;
  if (!faces || length < body * 0.4f || length > body * longest_arrow) return;
  const Colour accent = view.theme().accent;
  const Point along{(to_x - from_x) / length, (to_y - from_y) / length};
  const float head = std::min(body * 0.6f, length);
  const Point neck{to_x - along.x * head, to_y - along.y * head};
  painter.polyline({{from_x, from_y}, neck}, accent, std::max(2.0f, std::round(2 * view.scale())));
  painter.list().AddTriangleFilled({to_x, to_y}, {neck.x - along.y * head / 2, neck.y + along.x * head / 2},
                                   {neck.x + along.y * head / 2, neck.y - along.x * head / 2},
                                   packed(accent));
}

}  // namespace

Point tour_card_size(const WidgetContext& view, const TourCard& card, Point window) {
  return layout_of(view, card, window).size;
}

std::optional<std::size_t> draw_tour_card(WidgetContext& view, const TourCard& card, const Rect& place) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const CardLayout layout = layout_of(view, card, from_imgui(screen));
  begin_overlay("##tour", place);
  const Painter painter(*ImGui::GetWindowDrawList(), view.fonts);
  const Theme& theme = view.theme();
  view.items.add("tour.card", place);
  painter.list().PushClipRectFullScreen();
  if (card.target) {
    const Rect ring = ring_around(view, *card.target, from_imgui(screen));
    view.items.add("tour.ring", ring);
    draw_ring(view, painter, ring, card.widening);
    draw_arrow(view, painter, place, ring);
  }
  for (const float spread : {6.0f, 3.0f, 1.0f})  // a soft shadow
    painter.fill(place.expanded(spread), faded(theme.dark_ink, 0.06f), field_rounding + spread);
  painter.card(place, theme.card, theme.accent);
  painter.list().PopClipRect();

  const auto in_window = [&](Point p) { return Point{place.x + p.x, place.y + p.y}; };
  const float head = place.y + layout.words.x + view.sizes().caption * 0.6f;
  draw_progress(view, painter, card, {place.x + layout.words.x, head}, place.x + layout.words.right());
  draw_words(view, card, layout,
             {place.x + layout.words.x, place.y + layout.words.y, layout.words.width, layout.words.height});
  std::optional<std::size_t> pressed;
  for (std::size_t i = 0; i < card.labels.size(); ++i) {
    ImGui::SetCursorScreenPos(to_imgui(in_window(layout.buttons[i])));
    if (dialog_button(view, card.labels[i], i == 0)) pressed = i;
  }
  ImGui::End();
  return pressed;
}

}  // namespace attention_lab
