#include "ui/figures/charts/lines.h"

#include <cmath>
#include <limits>
#include <random>

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

constexpr float infinite_float = std::numeric_limits<float>::infinity();
constexpr float nan_float = std::numeric_limits<float>::quiet_NaN();

LineSeries series_of(std::vector<Point> at, std::string name = "loss") {
  LineSeries series;
  series.name = std::move(name);
  series.at = std::move(at);
  return series;
}

LinesSpec lines_spec(std::vector<Point> at) {
  LinesSpec spec;
  spec.series.push_back(series_of(std::move(at)));
  spec.title = "Loss";
  return spec;
}

TEST(Lines, RunThroughTheirPoints) {
  const DisplayList list = lines(lines_spec({{0, 0}, {1, 10}, {2, 5}}), 600, 400, plain_style, fixed_width);
  const std::vector<Polyline> found = all<Polyline>(list);
  ASSERT_EQ(found.size(), 1u);
  const std::vector<Point>& p = found[0].points;
  ASSERT_EQ(p.size(), 3u);
  EXPECT_NEAR(p[1].x - p[0].x, p[2].x - p[1].x, 0.01f);
  EXPECT_NEAR(p[0].y - p[1].y, 2 * (p[2].y - p[1].y), 0.01f);
}

TEST(Lines, BreakWherePointsAreNoNumbers) {
  EXPECT_EQ(
      all<Polyline>(
          lines(lines_spec({{0, 0}, {1, 1}, {2, nan_float}, {3, 1}, {4, infinite_float}, {5, 1}, {6, 2}}),
                600, 400, plain_style, fixed_width))
          .size(),
      2u);
}

TEST(Lines, PointWithoutNeighboursIsADot) {
  const DisplayList list =
      lines(lines_spec({{0, 0}, {1, nan_float}, {2, 1}, {3, nan_float}}), 600, 400, plain_style, fixed_width);
  EXPECT_TRUE(all<Polyline>(list).empty());
  EXPECT_EQ(all<FillDisc>(list).size(), 2u);
}

TEST(Lines, NumbersUpToZeroBreakLinesOnLogarithmicAxes) {
  LinesSpec spec = lines_spec({{1, 1}, {10, 10}, {100, 0}, {1000, -5}, {10000, 10000}, {100000, 100000}});
  spec.x_axis.kind = ScaleKind::logarithmic;
  spec.y_axis.kind = ScaleKind::logarithmic;
  const std::vector<Polyline> found = all<Polyline>(lines(spec, 600, 600, plain_style, fixed_width));
  ASSERT_EQ(found.size(), 2u);
  const auto slope = [](const Polyline& line) {
    return (line.points[1].y - line.points[0].y) / (line.points[1].x - line.points[0].x);
  };
  EXPECT_NEAR(slope(found[0]), slope(found[1]), 1e-3f) << "a power law is straight";
}

TEST(Lines, StayWithinTheAxes) {
  LinesSpec spec = lines_spec({{-100, -1e30f}, {0, 0}, {1, 1e30f}, {2, -1e30f}, {1000, 0}});
  spec.x_axis.low = -5;
  spec.x_axis.high = 5;
  spec.y_axis.low = -1;
  spec.y_axis.high = 1;
  spec.series[0].has_markers = true;
  const DisplayList list = lines(spec, 600, 400, plain_style, fixed_width);
  EXPECT_FALSE(all<Polyline>(list).empty());
  testing::expect_on_page(list);
}

TEST(Lines, ManyPointsKeepTheirPeaksAndBecomeFew) {
  std::vector<Point> points;
  for (int i = 0; i < 200000; ++i) points.push_back({static_cast<float>(i), i == 77777 ? 50.0f : 0.0f});
  const std::vector<Polyline> found =
      all<Polyline>(lines(lines_spec(points), 600, 400, plain_style, fixed_width));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_LT(found[0].points.size(), 2500u);
  float top = infinite_float;
  float bottom = 0;
  for (const Point& point : found[0].points) {
    top = std::min(top, point.y);
    bottom = std::max(bottom, point.y);
  }
  EXPECT_GT(bottom - top, 200) << "the one peak";
}

TEST(Lines, DashesHaveGaps) {
  LinesSpec spec = lines_spec({{0, 0}, {1, 1}});
  spec.series[0].stroke = Stroke::dashed;
  const std::vector<Polyline> found = all<Polyline>(lines(spec, 600, 400, plain_style, fixed_width));
  ASSERT_GT(found.size(), 10u);
  for (std::size_t i = 1; i < found.size(); ++i)
    EXPECT_GT(found[i].points.front().x, found[i - 1].points.back().x + 1);
}

TEST(Lines, DotsAreShorterThanDashes) {
  const auto longest_piece = [](Stroke stroke) {
    LinesSpec spec = lines_spec({{0, 0}, {1, 1}});
    spec.series[0].stroke = stroke;
    float longest = 0;
    for (const Polyline& piece : all<Polyline>(lines(spec, 600, 400, plain_style, fixed_width)))
      longest = std::max(longest, piece.points.back().x - piece.points.front().x);
    return longest;
  };
  EXPECT_LT(longest_piece(Stroke::dotted) * 2, longest_piece(Stroke::dashed));
  EXPECT_LT(longest_piece(Stroke::dashed) * 2, longest_piece(Stroke::solid));
}

TEST(Lines, EightSeriesDifferInDashAndMarker) {
  std::vector<std::pair<Stroke, LegendEntry::Marker>> looks;
  for (std::size_t i = 0; i < 8; ++i) {
    LineSeries series;
    set_look(series, i);
    EXPECT_TRUE(series.has_markers);
    for (const auto& [stroke, marker] : looks) {
      EXPECT_NE(marker, series.marker) << i;
      EXPECT_FALSE(stroke == series.stroke && looks.size() < 4) << i;
    }
    looks.emplace_back(series.stroke, series.marker);
  }
}

TEST(Lines, AnAxisMayContainZero) {
  LinesSpec spec = lines_spec({{0, 10}, {1, 12}});
  EXPECT_TRUE(texts_of(lines(spec, 600, 400, plain_style, fixed_width), "0").empty());
  spec.y_axis.has_zero = true;
  EXPECT_EQ(texts_of(lines(spec, 600, 400, plain_style, fixed_width), "0").size(), 1u);
}

TEST(Lines, LegendNamesSeveralSeries) {
  LinesSpec spec = lines_spec({{0, 0}, {1, 1}});
  EXPECT_TRUE(texts_of(lines(spec, 600, 400, plain_style, fixed_width), "loss").empty()) << "one needs none";
  spec.series.push_back(series_of({{0, 1}, {1, 0}}, "theory d_k"));
  const DisplayList list = lines(spec, 600, 400, plain_style, fixed_width);
  EXPECT_EQ(texts_of(list, "loss").size(), 1u);
  EXPECT_EQ(texts_of(list, "theory d_k").size(), 1u);
  EXPECT_NE(all<Polyline>(list)[0].colour, all<Polyline>(list)[1].colour);
}

TEST(Lines, ALineWithoutNameIsNotInTheLegend) {
  LinesSpec spec = lines_spec({{0, 0}, {1, 1}});
  const std::size_t without = all<Text>(lines(spec, 600, 400, plain_style, fixed_width)).size();
  spec.series.push_back(series_of({{0, 1}, {1, 0}}, ""));
  const DisplayList list = lines(spec, 600, 400, plain_style, fixed_width);
  EXPECT_EQ(texts_of(list, "loss").size(), 1u);
  EXPECT_EQ(all<Text>(list).size(), without + 1);
}

TEST(Lines, LabelsStandInPlaceOfTicks) {
  LinesSpec spec = lines_spec({{0, 1}, {1, 2}, {2, 4}});
  spec.x_labels = {"one", "two_x", "three"};
  const DisplayList list = lines(spec, 600, 400, plain_style, fixed_width);
  const Polyline line = all<Polyline>(list).at(0);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(texts_of(list, spec.x_labels[i]).size(), 1u);
    EXPECT_NEAR(texts_of(list, spec.x_labels[i])[0].position.x, line.points[i].x, 0.1f);
  }
}

TEST(Lines, MarkerStandsAtItsNumberWithItsLabel) {
  LinesSpec spec = lines_spec({{0, 0}, {1, 1}, {2, 0}});
  spec.marker = ChartMarker{1, "here"};
  const DisplayList list = lines(spec, 600, 400, plain_style, fixed_width);
  const float x = all<Polyline>(list).at(0).points[1].x;
  int found = 0;
  for (const Line& line : all<Line>(list)) {
    if (line.colour != plain_style.accent) continue;
    ++found;
    EXPECT_NEAR(line.from.x, x, 1);
  }
  EXPECT_EQ(found, 1);
  EXPECT_EQ(texts_of(list, "here").size(), 1u);
  spec.x_axis.low = 5;
  spec.x_axis.high = 6;
  EXPECT_TRUE(texts_of(lines(spec, 600, 400, plain_style, fixed_width), "here").empty()) << "beyond the axis";
}

TEST(Lines, AnythingIsLegibleOnAnyPage) {
  std::mt19937 generator(11);
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    LinesSpec spec;
    const float size = std::pow(10.0f, static_cast<float>(generator() % 40) - 20);
    for (std::size_t s = generator() % 9; s > 0; --s) {
      LineSeries series = series_of({}, testing::strange_token(generator));
      for (std::size_t i = generator() % 60; i > 0; --i) {
        const float y = (static_cast<float>(generator() % 2001) - 1000) * size;
        series.at.push_back({static_cast<float>(generator() % 1000) * (generator() % 2 == 0 ? 1.0f : size),
                             generator() % 20 == 0   ? nan_float
                             : generator() % 20 == 0 ? infinite_float
                                                     : y});
      }
      series.stroke = static_cast<Stroke>(generator() % 3);
      series.has_markers = generator() % 2 == 0;
      spec.series.push_back(std::move(series));
    }
    if (generator() % 2 == 0) spec.title = "Variance of " + testing::strange_token(generator);
    if (generator() % 2 == 0) spec.x_axis.title = "d_k";
    if (generator() % 2 == 0) spec.y_axis.title = "how much of anything, Q · K^T ÷ √d_k";
    if (generator() % 2 == 0) spec.x_axis.kind = ScaleKind::logarithmic;
    if (generator() % 2 == 0) spec.y_axis.kind = ScaleKind::logarithmic;
    if (generator() % 4 == 0) {
      for (std::size_t i = generator() % 40; i > 0; --i)
        spec.x_labels.push_back(testing::strange_token(generator));
    }
    if (generator() % 2 == 0)
      spec.marker = ChartMarker{static_cast<double>(generator() % 1200) - 100, "now, d_k = 64"};
    FigureStyle used = generator() % 2 == 0 ? plain_style : testing::night_style();
    used.font_size = 6 + static_cast<float>(generator() % 35);
    const float width = 60 + static_cast<float>(generator() % (generator() % 4 == 0 ? 3940 : 900));
    const float height = 60 + static_cast<float>(generator() % (generator() % 4 == 0 ? 2940 : 700));
    const DisplayList list = lines(spec, width, height, used, fixed_width);
    testing::expect_legible(list, used, fixed_width);
    testing::expect_contrast(list, used, fixed_width);
    testing::expect_on_page(list);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace attention_lab
