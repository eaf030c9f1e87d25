// What the tour draws: a ring and a card.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/base/geometry.h"
#include "ui/widgets/widget_context.h"

namespace attention_lab {

struct TourCard {
  std::string title;     // mark-up
  std::string sentence;  // mark-up
  bool is_done = false;  // the sentence says what was seen; a tick stands before it
  std::size_t stop = 0;
  std::size_t n_stops = 0;          // without the end, whose card has no number
  std::vector<const char*> labels;  // of the buttons, the main one first
  std::optional<Rect> target;       // in the window; empty: it is not in view
  float widening = 0;               // of the ring, from 1 when the stop begins to 0
};

/// The size of the card in a window of this size.
Point tour_card_size(const WidgetContext& view, const TourCard& card, Point window);

/// Draws the card at `place`, and the ring. Returns the button that was pressed, or nullopt.
std::optional<std::size_t> draw_tour_card(WidgetContext& view, const TourCard& card, const Rect& place);

}  // namespace attention_lab
