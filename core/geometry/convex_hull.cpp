#include "core/geometry/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace attention_lab {
namespace {

// Relative to the product of the sides; beyond the rounding of the coordinates, which come from Scalars.
constexpr double straight = 1e-12;

/// Positive if a → b → c turns left, negative if it turns right, 0 if it is straight up to rounding.
double turn(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  const double left = (b.x - a.x) * (c.y - a.y);
  const double right = (b.y - a.y) * (c.x - a.x);
  return std::fabs(left - right) <= straight * (std::fabs(left) + std::fabs(right)) ? 0 : left - right;
}

double distance_from_segment(const PlanePoint& a, const PlanePoint& b, const PlanePoint& point) {
  const double x = b.x - a.x;
  const double y = b.y - a.y;
  const double length = std::hypot(x, y);
  if (!(length > 0)) return std::hypot(point.x - a.x, point.y - a.y);
  const double along =
      std::clamp(((point.x - a.x) * (x / length) + (point.y - a.y) * (y / length)) / length, 0.0, 1.0);
  return std::hypot(point.x - (a.x + along * x), point.y - (a.y + along * y));
}

}  // namespace

std::vector<Index> convex_hull(const std::vector<PlanePoint>& points) {
  const auto at = [&](Index i) -> const PlanePoint& { return points[static_cast<std::size_t>(i)]; };
  std::vector<Index> order;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (std::isfinite(points[i].x) && std::isfinite(points[i].y)) order.push_back(static_cast<Index>(i));
  std::stable_sort(order.begin(), order.end(), [&](Index i, Index j) {
    return at(i).x < at(j).x || (at(i).x == at(j).x && at(i).y < at(j).y);
  });
  order.erase(std::unique(order.begin(), order.end(), [&](Index i, Index j) { return at(i) == at(j); }),
              order.end());
  if (order.size() < 3) return order;
  // 1. The lower side from left to right; 2. the upper side back.
  std::vector<Index> corners;
  const auto add_side = [&](auto first, auto last) {
    const std::size_t start = corners.size();
    for (auto i = first; i != last; ++i) {
      while (corners.size() >= start + 2 &&
             turn(at(corners[corners.size() - 2]), at(corners.back()), at(*i)) <= 0)
        corners.pop_back();
      corners.push_back(*i);
    }
    corners.pop_back();  // the first of the other side
  };
  add_side(order.begin(), order.end());
  add_side(order.rbegin(), order.rend());
  return corners;
}

double distance_from_hull(const std::vector<PlanePoint>& corners, const PlanePoint& point) {
  double nearest = std::numeric_limits<double>::infinity();
  bool is_inside = corners.size() > 2;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const PlanePoint& from = corners[i];
    const PlanePoint& to = corners[(i + 1) % corners.size()];
    is_inside = is_inside && turn(from, to, point) >= 0;
    nearest = std::min(nearest, distance_from_segment(from, to, point));
  }
  return is_inside ? 0 : nearest;
}

}  // namespace attention_lab
