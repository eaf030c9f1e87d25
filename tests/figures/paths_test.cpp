#include "ui/figures/charts/paths.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "drawn_texts.h"
#include "fixed_width_metrics.h"
#include "legibility.h"

namespace attention_lab {
namespace {

using testing::all;
using testing::fixed_width;
using testing::plain_style;
using testing::texts_of;

PathsSpec spec_with(std::vector<Point> query, std::vector<Point> key) {
  PathsSpec spec;
  spec.title = "Paths";
  spec.series = {{"queries", rgb(0x0b66b0), PathSeries::Look::disc, {{"eat", std::move(query)}}},
                 {"keys", rgb(0xb3530a), PathSeries::Look::square, {{"pizza", std::move(key)}}}};
  return spec;
}

TEST(Paths, EndWithAMarkerAndAName) {
  const DisplayList list =
      paths(spec_with({{0, 0}, {1, 0}, {1, 2}}, {{-1, -1}}), 600, 400, plain_style, fixed_width);
  const std::vector<Polyline> found = all<Polyline>(list);
  ASSERT_EQ(found.size(), 1u) << "the key has not moved";
  // In the legend, where the path begins, and where it ends.
  const std::vector<FillDisc> discs = all<FillDisc>(list);
  ASSERT_EQ(discs.size(), 3u);
  EXPECT_EQ(discs[1].centre, found[0].points.front());
  EXPECT_EQ(discs[2].centre, found[0].points.back());
  EXPECT_GT(discs[2].radius, discs[1].radius);
  EXPECT_EQ(all<FillRect>(list).size(), 2u) << "of the key, here and in the legend";
  for (const char* const name : {"eat", "pizza", "queries", "keys", "Paths"})
    EXPECT_EQ(texts_of(list, name).size(), 1u) << name;
}

TEST(Paths, UnitsAreEqualOnBothAxes) {
  for (const Point& page : {Point{600, 400}, Point{300, 700}, Point{240, 240}}) {
    const DisplayList list =
        paths(spec_with({{0, 0}, {1, 0}, {1, 1}}, {{-3, -1}}), page.x, page.y, plain_style, fixed_width);
    const std::vector<Point> p = all<Polyline>(list).at(0).points;
    EXPECT_NEAR(p[1].x - p[0].x, p[1].y - p[2].y, 0.01f * (p[1].x - p[0].x)) << page.x;
  }
  PathsSpec over_steps = spec_with({{0, 0}, {100, 1}}, {{0, 0}, {100, -1}});
  over_steps.has_equal_units = false;
  const DisplayList list = paths(over_steps, 600, 400, plain_style, fixed_width);
  const std::vector<Point> p = all<Polyline>(list).at(0).points;
  EXPECT_GT(p[1].x - p[0].x, 300);
  EXPECT_GT(p[0].y - p[1].y, 50);
}

TEST(Paths, DrawWhatHasAPlaceAndNothingElse) {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  const DisplayList list = paths(spec_with({{0, 0}, {1, 1}, {infinite, 1}}, {{std::nanf(""), 0}}), 600, 400,
                                 plain_style, fixed_width);
  EXPECT_TRUE(texts_of(list, "eat").empty());
  EXPECT_TRUE(texts_of(list, "pizza").empty());
  for (const Polyline& line : all<Polyline>(list))
    for (const Point& point : line.points) EXPECT_TRUE(std::isfinite(point.x) && std::isfinite(point.y));
  EXPECT_GT(paths(spec_with({{5, 5}}, {{5, 5}}), 600, 400, plain_style, fixed_width).commands.size(), 0u);
}

}  // namespace
}  // namespace attention_lab
