// The convex hull of points in the plane.
#pragma once

#include <vector>

#include "core/attention/scalar.h"

namespace attention_lab {

struct PlanePoint {
  double x = 0;
  double y = 0;

  bool operator==(const PlanePoint&) const = default;
};

/// The indices of the corners of the convex hull, anticlockwise where y points upwards, beginning with the
/// leftmost (of several, the lowest). Points between two corners are no corners; of equal points, the first
/// is taken. One corner if all points are equal, two if they lie on a line. Points that are not finite are
/// ignored. Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions" (1979).
std::vector<Index> convex_hull(const std::vector<PlanePoint>& points);

/// The distance of a point from the hull with these corners, in the order of convex_hull(); 0 inside.
/// Infinite if there are no corners.
double distance_from_hull(const std::vector<PlanePoint>& corners, const PlanePoint& point);

}  // namespace attention_lab
