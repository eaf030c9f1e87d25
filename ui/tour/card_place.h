// Where a card stands that must not hide what it is about.
#pragma once

#include <optional>
#include <vector>

#include "ui/figures/base/geometry.h"

namespace attention_lab {

/// Something that the card should not cover.
struct Uncovered {
  Rect rect;
  float importance = 1;  ///< relative to the others
};

struct CardPlaceRequest {
  Point size;                         ///< of the card
  Rect window;                        ///< the card stays inside, if it fits
  std::optional<Rect> target;         ///< never covered, if the window has room for both
  std::vector<Uncovered> others{};    ///< covered as little as possible
  std::optional<Point> last_place{};  ///< preferred to another place that is hardly better
  float gap = 0;                      ///< between card and target, and between card and window
};

/// The best place: near the target, where little is covered.
Rect place_card(const CardPlaceRequest& request);

}  // namespace attention_lab
