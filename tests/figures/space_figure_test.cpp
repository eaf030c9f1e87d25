#include "ui/figures/spaces/space_figure.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "drawn_texts.h"
#include "fixed_width_metrics.h"
#include "legibility.h"
#include "random_documents.h"
#include "random_figures.h"
#include "ui/figures/figure.h"
#include "ui/figures/spaces/plane_chart.h"

namespace attention_lab {
namespace {

using testing::all;
using testing::fixed_width;
using testing::on_random_pages;
using testing::plain_style;
using testing::RandomDocuments;
using testing::RandomFigures;
using testing::texts_of;

Trace trace_of_space(const Document& document) {
  Trace trace;
  forward(document.model, trace);
  return trace;
}

PlaneChartSpec points_on_a_grid(int count) {
  PlaneChartSpec spec;
  for (int i = 0; i < count; ++i) {
    PlaneMark mark;
    mark.name = "token" + std::to_string(i);
    // Close together, so that names have to step aside.
    mark.at = {0.02 * (i % 6), 0.02 * static_cast<double>(i / 6)};
    mark.colour = plain_style.key;
    spec.marks.push_back(mark);
  }
  PlaneMark far;
  far.at = {4, 3};
  spec.marks.push_back(far);
  return spec;
}

TEST(PlaneChart, NamesThirtyPointsThatLieCloseTogether) {
  const Figure figure = plane_chart(points_on_a_grid(30), 640, 480, plain_style, fixed_width);
  for (int i = 0; i < 30; ++i)
    EXPECT_EQ(texts_of(figure.list, "token" + std::to_string(i)).size(), 1u) << "token" << i;
  testing::expect_tidy(figure.list, fixed_width);
}

TEST(PlaneChart, ThinsOutMoreNamesButNeverAChosenOne) {
  PlaneChartSpec spec = points_on_a_grid(200);
  spec.marks[117].is_strong = true;
  const Figure figure = plane_chart(spec, 640, 480, plain_style, fixed_width);
  EXPECT_EQ(texts_of(figure.list, "token117").size(), 1u);
  const auto names = std::count_if(spec.marks.begin(), spec.marks.end(), [&](const PlaneMark& mark) {
    return !texts_of(figure.list, mark.name).empty();
  });
  EXPECT_GT(names, 5);
  EXPECT_LT(names, 200);
}

TEST(PlaneChart, FindsEveryPlaceAgainAndHasEqualUnits) {
  for (const Point& page : {Point{600, 400}, Point{300, 700}, Point{240, 240}}) {
    const Figure figure = plane_chart(points_on_a_grid(4), page.x, page.y, plain_style, fixed_width);
    const PlaneFrame& frame = figure.plane.value();
    const Point origin = frame.place_of({0, 0});
    const Point corner = frame.place_of({1, 1});
    EXPECT_NEAR(corner.x - origin.x, origin.y - corner.y, 0.01f * (corner.x - origin.x));
    const PlanePoint there = frame.at(frame.place_of({0.25, -0.5}));
    EXPECT_NEAR(there.x, 0.25, 1e-3);
    EXPECT_NEAR(there.y, -0.5, 1e-3);
    for (const PlanePoint& point : {PlanePoint{0, 0}, PlanePoint{4, 3}})
      EXPECT_TRUE(frame.plot.contains(frame.place_of(point)));
  }
}

TEST(PlaneChart, KeepsTheRangesThatItIsGiven) {
  PlaneChartSpec spec = points_on_a_grid(4);
  const PlaneFrame before = plane_chart(spec, 500, 400, plain_style, fixed_width).plane.value();
  spec.x_axis.low = before.x_low;
  spec.x_axis.high = before.x_high;
  spec.y_axis.low = before.y_low;
  spec.y_axis.high = before.y_high;
  spec.marks[2].at = {3, 2.5};
  const PlaneFrame after = plane_chart(spec, 500, 400, plain_style, fixed_width).plane.value();
  EXPECT_EQ(after.plot, before.plot);
  EXPECT_EQ(after.place_of({1, 1}), before.place_of({1, 1}));
}

/// A document that shows each space, and the picture of one of them.
struct DrawnSpace {
  Document document;
  Trace trace;
  PlaneChartSpec spec;
};

DrawnSpace drawn_space(Space space, Mask mask = Mask::none, Index query = 1) {
  DrawnSpace drawn;
  drawn.document.tokens = {"it", "dog", "ball"};
  Matrix X(3, 2);
  X << 1, 0, 0, 1, 1, 1;
  Head head;
  head.W_q = Matrix(X.topRows(2));
  head.W_k = Matrix(X.bottomRows(2));
  head.W_v = Matrix(X.topRows(2));
  drawn.document.model.token_embeddings = X;
  drawn.document.model.heads = {head};
  drawn.document.model.options.mask = mask;
  drawn.trace = trace_of_space(drawn.document);
  const LabState state{drawn.document, drawn.trace};
  drawn.spec = space_chart(state, space_shown(state, space, 0, query, {}).value(), plain_style);
  return drawn;
}

TEST(SpaceFigure, HasTheFormulaWithItsShapeAndThePointsOfTheTrace) {
  const std::vector<std::pair<Space, const char*>> titles = {
      {Space::token, "Token space: X (3 × 2)"},
      {Space::query, "Query space: Q = X·W_q (3 × 2)"},
      {Space::key, "Key space: K = X·W_k (3 × 2)"},
      {Space::value, "Value space: V = X·W_v (3 × 2)"}};
  for (const auto& [space, title] : titles) {
    const DrawnSpace drawn = drawn_space(space);
    EXPECT_EQ(drawn.spec.title, title);
    const MatrixView points = points_of_space(drawn.document.model, drawn.trace, space, 0);
    for (Index i = 0; i < 3; ++i) {
      const PlaneMark& mark = drawn.spec.marks[static_cast<std::size_t>(i)];
      EXPECT_EQ(mark.name, drawn.document.tokens[static_cast<std::size_t>(i)]);
      EXPECT_EQ(mark.at.x, static_cast<double>(points(i, 0)));
      EXPECT_EQ(mark.at.y, static_cast<double>(points(i, 1)));
    }
  }
}

TEST(SpaceFigure, DrawsTheRowsOfWAsArrows) {
  const DrawnSpace drawn = drawn_space(Space::key);
  ASSERT_EQ(drawn.spec.arrows.size(), 2u);
  EXPECT_EQ(drawn.spec.arrows[0].to, (PlanePoint{0, 1}));
  EXPECT_EQ(drawn.spec.arrows[1].to, (PlanePoint{1, 1}));
  EXPECT_EQ(drawn.spec.arrows[1].name, "row 2");
}

TEST(SpaceFigure, WritesTheScoreOfEachKeyThatTheQuerySees) {
  const DrawnSpace seen = drawn_space(Space::key);
  // q = (0, 1); k = (0, 1), (1, 1) and (1, 2).
  EXPECT_EQ(seen.spec.marks[0].note, "1.00");
  EXPECT_EQ(seen.spec.marks[2].note, "2.00");
  EXPECT_GT(seen.spec.marks[2].circle, seen.spec.marks[0].circle);
  EXPECT_GT(seen.spec.levels.size(), 2u);
  const DrawnSpace hidden = drawn_space(Space::key, Mask::causal);
  EXPECT_EQ(hidden.spec.marks[2].note, "");
  EXPECT_EQ(hidden.spec.marks[2].look, PlaneMark::Look::ring);
}

TEST(SpaceFigure, WritesAsManyDecimalsAsAreAskedForOrNone) {
  const DrawnSpace drawn = drawn_space(Space::key);
  const LabState state{drawn.document, drawn.trace};
  SpaceShown shown = space_shown(state, Space::key, 0, 1, {}).value();
  shown.decimals = 4;
  EXPECT_EQ(space_chart(state, shown, plain_style).marks[2].note, "2.0000");
  shown.shows_values = false;
  EXPECT_EQ(space_chart(state, shown, plain_style).marks[2].note, "");
}

TEST(SpaceFigure, PutsOnlyTheValuesThatAreSeenIntoTheHull) {
  EXPECT_EQ(drawn_space(Space::value).spec.area.size(), 3u);
  const DrawnSpace causal = drawn_space(Space::value, Mask::causal);
  EXPECT_EQ(causal.spec.area.size(), 2u);
  EXPECT_EQ(drawn_space(Space::value, Mask::causal, 0).spec.area.size(), 1u);
  const PlaneMark& context = causal.spec.marks.back();
  EXPECT_EQ(context.name, "context vector of “dog”");
  EXPECT_EQ(context.at.x, static_cast<double>(causal.trace.heads[0].head_output(1, 0)));
}

TEST(SpaceFigure, DrawsEveryKindOfDocumentInAllFourSpaces) {
  RandomDocuments random(21);
  for (const testing::Variant& variant : testing::all_variants()) {
    const Document document = random.document(variant);
    const Trace trace = trace_of_space(document);
    for (const Space space : all_spaces) {
      FigureRequest request;
      request.figure = FigureName::space;
      request.space = space;
      const Result<Figure> figure =
          draw_figure(request, {document, trace}, nullptr, 500, 400, plain_style, fixed_width);
      ASSERT_TRUE(figure) << figure.error().message;
      testing::expect_on_page(figure->list);
      testing::expect_legible(figure->list, plain_style, fixed_width);
    }
  }
}

TEST(SpaceFigure, DrawsExtremeAndDegenerateNumbers) {
  for (const Scalar size : {Scalar(0), Scalar(1e-30), Scalar(1e-4), Scalar(1e4), Scalar(1e18)}) {
    for (const Index tokens : {Index{1}, Index{5}}) {
      for (const Index width : {Index{1}, Index{2}, Index{4}}) {
        for (const bool are_equal : {false, true}) {
          RandomDocuments random(22);
          Document document;
          document.tokens.assign(static_cast<std::size_t>(tokens), "same");
          document.model.token_embeddings = are_equal ? Matrix(Matrix::Constant(tokens, width, size))
                                                      : Matrix(random.matrix(tokens, width) * size);
          Head& head = document.model.heads.emplace_back();
          head.W_q = random.matrix(width, width);
          head.W_k = are_equal ? Matrix(Matrix::Zero(width, width)) : random.matrix(width, width);
          head.W_v = random.matrix(width, width);
          const Trace trace = trace_of_space(document);
          for (const Space space : all_spaces) {
            FigureRequest request;
            request.figure = FigureName::space;
            request.space = space;
            const Result<Figure> figure =
                draw_figure(request, {document, trace}, nullptr, 500, 400, plain_style, fixed_width);
            ASSERT_TRUE(figure) << figure.error().message;
            testing::expect_on_page(figure->list);
            testing::expect_legible(figure->list, plain_style, fixed_width);
          }
        }
      }
    }
  }
}

TEST(SpaceFigure, SaysWhichPlaneItShows) {
  RandomDocuments random(23);
  Document document;
  document.tokens.assign(5, "a");
  document.model.token_embeddings = random.matrix(5, 4);
  Head& head = document.model.heads.emplace_back();
  head.W_q = head.W_k = head.W_v = random.matrix(4, 3);
  const Trace trace = trace_of_space(document);
  FigureRequest request;
  request.figure = FigureName::space;
  const auto drawn = [&] {
    return draw_figure(request, {document, trace}, nullptr, 800, 500, plain_style, fixed_width);
  };
  const auto has_text = [&](const std::string& beginning) {
    const std::vector<Text> texts = all<Text>(drawn().value().list);
    return std::any_of(texts.begin(), texts.end(),
                       [&](const Text& text) { return text.text.rfind(beginning, 0) == 0; });
  };
  request.plane = {PlaneChoice::Kind::directions};
  EXPECT_TRUE(has_text("direction 1 (with direction 2: "));
  request.plane = {PlaneChoice::Kind::coordinates, 2, 0};
  EXPECT_TRUE(has_text("coordinate 3 (with "));
  EXPECT_TRUE(has_text("coordinate 1"));
  request.plane.y = 3;
  EXPECT_EQ(drawn().error().message, "The plane needs two different coordinates from 1 to 3.");
}

TEST(Legibility, OfSpaces) {
  std::uint32_t seed = 0;
  on_random_pages(300, [&seed](RandomFigures& random, Point page, const FigureStyle& style) {
    RandomDocuments documents(++seed);
    Document document = documents.document();
    document.tokens = random.tokens(document.model.n_tokens());
    const Trace trace = trace_of_space(document);
    const LabState state{document, trace};
    const Space space = all_spaces[static_cast<std::size_t>(random.below(4))];
    SpaceShown shown = space_shown(state, space, 0, random.below(document.model.n_tokens()), {}).value();
    if (random.one_in(3)) {
      const Result<SpaceShown> turned =
          space_shown(state, space, 0, shown.query, {PlaneChoice::Kind::turned});
      if (turned) shown = *turned;
    }
    shown.overlays_queries = random.one_in(2);
    shown.has_legend = !random.one_in(4);
    return plane_chart(space_chart(state, shown, style), page.x, page.y, style, fixed_width).list;
  });
}

}  // namespace
}  // namespace attention_lab
