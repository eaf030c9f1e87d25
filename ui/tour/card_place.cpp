#include "ui/tour/card_place.h"

#include <algorithm>
#include <cmath>

namespace attention_lab {
namespace {

constexpr int places_across = 24;  // tried from edge to edge, in both directions
constexpr int places_down = 24;

// Costs of a place.
constexpr float cost_of_target = 1000;    // covered as a whole
constexpr float cost_of_others = 3;       // the whole card covers something of importance 1
constexpr float cost_of_distance = 0.6f;  // from one corner of the window to the opposite one
constexpr float cost_of_moving = 0.15f;

float common_length(float a, float a_end, float b, float b_end) {
  return std::max(std::min(a_end, b_end) - std::max(a, b), 0.0f);
}

float common_area(const Rect& a, const Rect& b) {
  return common_length(a.x, a.right(), b.x, b.right()) * common_length(a.y, a.bottom(), b.y, b.bottom());
}

float area(const Rect& rect) {
  return std::max(rect.width * rect.height, 1.0f);
}

/// Between the closest points of the rectangles.
float distance(const Rect& a, const Rect& b) {
  const float x = std::max({a.x - b.right(), b.x - a.right(), 0.0f});
  const float y = std::max({a.y - b.bottom(), b.y - a.bottom(), 0.0f});
  return std::hypot(x, y);
}

float cost_of(const Rect& place, const CardPlaceRequest& request) {
  float cost = 0;
  for (const auto& [rect, importance] : request.others)
    cost += cost_of_others * importance * common_area(place, rect) / area(place);
  if (request.target) {
    const Rect around = request.target->expanded(request.gap);
    cost += cost_of_target * common_area(place, around) / area(around);
    cost += cost_of_distance * distance(place, *request.target) /
            std::max(std::hypot(request.window.width, request.window.height), 1.0f);
  }
  if (request.last_place && !(*request.last_place == Point{place.x, place.y})) cost += cost_of_moving;
  return cost;
}

/// Corners from `low` to `high`, and one before and one behind the target.
std::vector<float> corners(float low, float high, int count, std::optional<float> before,
                           std::optional<float> behind) {
  std::vector<float> all;
  for (int i = 0; i < count; ++i)
    all.push_back(std::round(low + (high - low) * static_cast<float>(i) / static_cast<float>(count - 1)));
  for (const std::optional<float>& beside : {before, behind})
    if (beside && *beside >= low && *beside <= high) all.push_back(std::round(*beside));
  return all;
}

}  // namespace

Rect place_card(const CardPlaceRequest& request) {
  const Point size = request.size;
  const Rect& window = request.window;
  const float gap = request.gap;
  const std::optional<Rect>& target = request.target;
  const std::optional<Point>& last_place = request.last_place;
  const float left = window.x + std::min(gap, std::max(window.width - size.x, 0.0f) / 2);
  const float top = window.y + std::min(gap, std::max(window.height - size.y, 0.0f) / 2);
  const float right = std::max(window.right() - size.x - gap, left);
  const float bottom = std::max(window.bottom() - size.y - gap, top);
  std::optional<float> before_x, behind_x, before_y, behind_y;
  if (target) {
    before_x = target->x - gap - size.x;
    behind_x = target->right() + gap;
    before_y = target->y - gap - size.y;
    behind_y = target->bottom() + gap;
  }
  Rect best{left, bottom, size.x, size.y};
  float least = cost_of(best, request);
  const auto consider = [&](const Rect& place) {
    const float cost = cost_of(place, request);
    if (cost >= least) return;
    least = cost;
    best = place;
  };
  const std::vector<float> rows = corners(top, bottom, places_down, before_y, behind_y);
  for (const float x : corners(left, right, places_across, before_x, behind_x))
    for (const float y : rows) consider({x, y, size.x, size.y});
  const bool still_fits = last_place && last_place->x >= left && last_place->x <= right &&
                          last_place->y >= top && last_place->y <= bottom;
  if (still_fits) consider({last_place->x, last_place->y, size.x, size.y});
  return best;
}

}  // namespace attention_lab
