#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <gtest/gtest.h>

#include "core/attention/forward.h"
#include "core/document/session.h"
#include "core/geometry/convex_hull.h"
#include "core/geometry/least_change.h"
#include "core/geometry/rotation.h"
#include "core/geometry/score_matrix.h"
#include "core/geometry/space_plane.h"
#include "random_documents.h"

namespace attention_lab {
namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using testing::RandomDocuments;

MatrixXd pseudo_inverse(const MatrixXd& matrix) {
  return matrix.completeOrthogonalDecomposition().pseudoInverse();
}

MatrixXd in_double(const MatrixView& matrix) {
  return matrix.cast<double>();
}

/// A document of one head with nothing but tokens and weights.
Document small_document(Matrix X, Matrix for_q, Matrix for_k, Matrix for_v) {
  Document document;
  for (Index i = 0; i < X.rows(); ++i) document.tokens.push_back("t" + std::to_string(i + 1));
  document.model.token_embeddings = std::move(X);
  Head& head = document.model.heads.emplace_back();
  head.W_q = std::move(for_q);
  head.W_k = std::move(for_k);
  head.W_v = std::move(for_v);
  return document;
}

Trace trace_of(const Document& document) {
  Trace trace;
  forward(document.model, trace);
  return trace;
}

// --- hull

TEST(ConvexHull, HasTheCornersOfASquareOnly) {
  const std::vector<PlanePoint> points = {{0, 0}, {1, 0}, {0.5, 0.5}, {1, 1}, {0, 1}, {0.5, 0}, {0, 0}};
  EXPECT_EQ(convex_hull(points), (std::vector<Index>{0, 1, 3, 4}));
}

TEST(ConvexHull, OfEqualPointsIsOneAndOfALineTwo) {
  EXPECT_TRUE(convex_hull({}).empty());
  EXPECT_EQ(convex_hull({{2, 3}}), std::vector<Index>{0});
  EXPECT_EQ(convex_hull({{2, 3}, {2, 3}, {2, 3}}), std::vector<Index>{0});
  EXPECT_EQ(convex_hull({{0, 0}, {1, 1}, {3, 3}, {2, 2}}), (std::vector<Index>{0, 2}));
  EXPECT_EQ(convex_hull({{0, 0}, {0, 2}, {0, 1}}), (std::vector<Index>{0, 1}));
  // On a line up to rounding.
  std::vector<PlanePoint> line;
  for (int i = 0; i < 50; ++i) line.push_back({0.1 * i, 0.3 * i});
  EXPECT_EQ(convex_hull(line).size(), 2u);
}

TEST(ConvexHull, IsTheSameAtEveryScaleAndIgnoresWhatIsNotFinite) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  for (const double scale : {1e-38, 1e-6, 1.0, 1e6, 1e38}) {
    const std::vector<PlanePoint> points = {{std::nan(""), 0},      {0, 0},         {scale, 0},
                                            {scale / 2, scale / 4}, {scale, scale}, {0, infinite}};
    EXPECT_EQ(convex_hull(points), (std::vector<Index>{1, 2, 4})) << scale;
    const std::vector<PlanePoint> corners = {points[1], points[2], points[4]};
    EXPECT_EQ(distance_from_hull(corners, points[3]), 0);
    EXPECT_NEAR(distance_from_hull(corners, {2 * scale, 0}) / scale, 1, 1e-12);
  }
}

TEST(ConvexHull, ContainsItsPointsAndTurnsLeftAtEveryCorner) {
  RandomDocuments random(5);
  for (int round = 0; round < 500; ++round) {
    std::vector<PlanePoint> points(static_cast<std::size_t>(1 + random.below(20)));
    for (PlanePoint& point : points) {
      // On a coarse grid, so that many are equal or on one line.
      point = {static_cast<double>(random.below(5)), static_cast<double>(random.below(5))};
    }
    std::vector<PlanePoint> corners;
    for (const Index i : convex_hull(points)) corners.push_back(points[static_cast<std::size_t>(i)]);
    for (const PlanePoint& point : points) EXPECT_EQ(distance_from_hull(corners, point), 0) << round;
    for (std::size_t i = 0; corners.size() > 2 && i < corners.size(); ++i) {
      const PlanePoint& a = corners[i];
      const PlanePoint& b = corners[(i + 1) % corners.size()];
      const PlanePoint& c = corners[(i + 2) % corners.size()];
      EXPECT_GT((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x), 0) << round;
    }
  }
}

// --- W_q·W_kᵀ

TEST(ScoreMatrix, HasTheSingularValuesAndTheRankOfTheProduct) {
  RandomDocuments random(6);
  for (int round = 0; round < 200; ++round) {
    const Index d_model = 1 + random.below(6);
    const Index d_k = 1 + random.below(6);
    const Matrix for_q = random.matrix(d_model, d_k);
    const Matrix for_k = random.matrix(d_model, d_k);
    const ScoreMatrix found = score_matrix(view_of(for_q), view_of(for_k));
    const MatrixXd product = score_product(view_of(for_q), view_of(for_k));
    const Eigen::VectorXd expected = Eigen::JacobiSVD<MatrixXd>(product).singularValues();
    ASSERT_EQ(found.singular_values.size(), std::min(d_model, d_k));
    for (Index i = 0; i < expected.size(); ++i) {
      const double value = i < found.singular_values.size() ? found.singular_values(i) : 0;
      EXPECT_NEAR(value, expected(i), 1e-10 * expected(0)) << round;
    }
    EXPECT_LE(found.rank, d_k);
    EXPECT_LE(found.rank, d_model);
    // The coordinates give the same scores.
    const MatrixXd again = in_double(view_of(for_q)) * found.query_axes *
                           (in_double(view_of(for_k)) * found.key_axes).transpose();
    EXPECT_LE((again - product).norm(), 1e-5 * product.norm()) << round;
  }
}

TEST(ScoreMatrix, OfZerosHasNoRankAndExtremeOnesAreFinite) {
  const Matrix zero = Matrix::Zero(3, 2);
  const Matrix one = Matrix::Ones(3, 2);
  EXPECT_EQ(score_matrix(view_of(zero), view_of(one)).rank, 0);
  EXPECT_EQ(share_of(score_matrix(view_of(zero), view_of(zero)), 2), 0);
  EXPECT_EQ(score_matrix(view_of(one), view_of(one)).rank, 1);
  EXPECT_NEAR(share_of(score_matrix(view_of(one), view_of(one)), 1), 1, 1e-12);
  for (const Scalar size : {Scalar(1e-30), Scalar(1e30)}) {
    Matrix large = RandomDocuments(7).matrix(4, 3) * size;
    const ScoreMatrix found = score_matrix(view_of(large), view_of(large));
    EXPECT_EQ(found.rank, 3);
    EXPECT_TRUE(found.singular_values.allFinite() && found.query_axes.allFinite());
  }
}

// --- planes

TEST(SpacePlane, OfTwoDimensionsShowsEverything) {
  RandomDocuments random(8);
  const Document document =
      small_document(random.matrix(4, 2), random.matrix(2, 2), random.matrix(2, 2), random.matrix(2, 2));
  const Trace trace = trace_of(document);
  for (const Space space : all_spaces) {
    const Result<SpacePlane> plane = plane_of(document.model, trace, space, 0);
    ASSERT_TRUE(plane);
    EXPECT_TRUE(plane->shows_everything());
    EXPECT_NEAR(plane->share.value(), 1, 1e-12);
    const MatrixView points = points_of_space(document.model, trace, space, 0);
    for (Index i = 0; i < points.rows(); ++i) {
      EXPECT_EQ(plane->at(points)[static_cast<std::size_t>(i)].x, static_cast<double>(points(i, 0)));
      EXPECT_EQ(plane->at(points)[static_cast<std::size_t>(i)].y, static_cast<double>(points(i, 1)));
    }
  }
}

TEST(SpacePlane, OfOneDimensionIsALine) {
  RandomDocuments random(9);
  const Document document =
      small_document(random.matrix(3, 1), random.matrix(1, 1), random.matrix(1, 1), random.matrix(1, 1));
  const Trace trace = trace_of(document);
  for (const Space space : all_spaces) {
    const Result<SpacePlane> plane = plane_of(document.model, trace, space, 0);
    ASSERT_TRUE(plane);
    EXPECT_TRUE(plane->is_line());
    for (const PlanePoint& point : plane->at(points_of_space(document.model, trace, space, 0)))
      EXPECT_EQ(point.y, 0);
  }
}

TEST(SpacePlane, OfTheMainDirectionsShowsMoreThanAnyTwoCoordinates) {
  RandomDocuments random(10);
  for (int round = 0; round < 100; ++round) {
    const Document document =
        small_document(random.matrix(7, 4), random.matrix(4, 3), random.matrix(4, 3), random.matrix(4, 4));
    const Trace trace = trace_of(document);
    for (const Space space : {Space::token, Space::value}) {
      const Result<SpacePlane> best = plane_of(document.model, trace, space, 0);
      ASSERT_TRUE(best);
      EXPECT_EQ(best->kind, PlaneChoice::Kind::directions);
      EXPECT_LE((best->axes.transpose() * best->axes - MatrixXd::Identity(2, 2)).norm(), 1e-12);
      // The share is that of what is drawn.
      double shown = 0;
      for (const PlanePoint& p : best->at(points_of_space(document.model, trace, space, 0)))
        shown += p.x * p.x + p.y * p.y;
      const double all = in_double(points_of_space(document.model, trace, space, 0)).squaredNorm();
      EXPECT_NEAR(best->share.value(), shown / all, 1e-9);
      for (Index x = 0; x < 4; ++x) {
        for (Index y = x + 1; y < 4; ++y) {
          const Result<SpacePlane> other =
              plane_of(document.model, trace, space, 0, {PlaneChoice::Kind::coordinates, x, y});
          ASSERT_TRUE(other);
          EXPECT_LE(other->share.value(), best->share.value() + 1e-12);
        }
      }
    }
  }
}

TEST(SpacePlane, OfTheScoresDrawsTheProductOfRankTwoThatIsClosestToWqWk) {
  RandomDocuments random(11);
  const PlaneChoice directions{PlaneChoice::Kind::directions};
  for (int round = 0; round < 100; ++round) {
    const Document document =
        small_document(random.matrix(5, 4), random.matrix(4, 3), random.matrix(4, 3), random.matrix(4, 2));
    const Trace trace = trace_of(document);
    const Result<SpacePlane> q = plane_of(document.model, trace, Space::query, 0, directions);
    const Result<SpacePlane> k = plane_of(document.model, trace, Space::key, 0, directions);
    ASSERT_TRUE(q && k && q->is_of_scores && k->is_of_scores);
    const Head& head = document.model.heads[0];
    const MatrixXd for_q = in_double(view_of(*head.W_q));
    const MatrixXd for_k = in_double(view_of(*head.W_k));
    const MatrixXd product = for_q * for_k.transpose();
    const Eigen::JacobiSVD<MatrixXd> svd(product, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const MatrixXd closest = svd.matrixU().leftCols(2) * svd.singularValues().head(2).asDiagonal() *
                             svd.matrixV().leftCols(2).transpose();
    const MatrixXd drawn = for_q * q->axes * (for_k * k->axes).transpose();
    EXPECT_LE((drawn - closest).norm(), 1e-6 * product.norm());
    EXPECT_NEAR(q->share.value(), 1 - (product - closest).squaredNorm() / product.squaredNorm(), 1e-9);
    EXPECT_LE((q->back - pseudo_inverse(q->axes)).norm(), 1e-9 * q->back.norm());
  }
}

TEST(SpacePlane, OfThreeDimensionsIsAParallelProjectionFromEverySide) {
  RandomDocuments random(16);
  const Document document =
      small_document(random.matrix(4, 3), random.matrix(3, 3), random.matrix(3, 3), random.matrix(3, 2));
  const Trace trace = trace_of(document);
  PlaneChoice choice{PlaneChoice::Kind::turned};
  for (const double yaw : {-2.0, 0.0, 0.5, 4.0}) {
    for (const double pitch : {-1.5, 0.0, 0.35}) {
      choice.yaw = yaw;
      choice.pitch = pitch;
      const Result<SpacePlane> plane = plane_of(document.model, trace, Space::token, 0, choice);
      ASSERT_TRUE(plane);
      EXPECT_LE((plane->axes.transpose() * plane->axes - MatrixXd::Identity(2, 2)).norm(), 1e-12);
      EXPECT_EQ(plane->axes(2, 0), 0) << "the third coordinate points upwards";
      EXPECT_NEAR(plane->share.value(), 1, 1e-12);
    }
  }
  EXPECT_FALSE(plane_of(document.model, trace, Space::value, 0, choice));
  choice.z = 1;
  EXPECT_FALSE(plane_of(document.model, trace, Space::token, 0, choice));
}

TEST(SpacePlane, SaysWhatItCannotShow) {
  Document document =
      small_document(Matrix::Ones(3, 4), Matrix::Zero(4, 4), Matrix::Ones(4, 4), Matrix::Zero(4, 4));
  const Trace trace = trace_of(document);
  for (const Space space : all_spaces) {
    // The automatic choice always finds a plane.
    const Result<SpacePlane> plane = plane_of(document.model, trace, space, 0);
    ASSERT_TRUE(plane);
    EXPECT_EQ(plane->kind, PlaneChoice::Kind::coordinates);
    EXPECT_FALSE(plane_of(document.model, trace, space, 0, {PlaneChoice::Kind::directions}));
    for (const auto& [x, y] : {std::pair<Index, Index>{0, 0}, {0, 4}, {-1, 1}})
      EXPECT_FALSE(plane_of(document.model, trace, space, 0, {PlaneChoice::Kind::coordinates, x, y}));
  }
  EXPECT_FALSE(plane_of(document.model, trace, Space::value, 0)->share);
}

// --- least changes

TEST(LeastChange, IsThatOfThePseudoInverse) {
  RandomDocuments random(12);
  for (int round = 0; round < 1000; ++round) {
    const RowVectorXd x = in_double(view_of(random.matrix(1, 1 + random.below(5))));
    const RowVectorXd shift = in_double(view_of(random.matrix(1, 1 + random.below(5))));
    if (x.norm() == 0) continue;
    const MatrixXd matrix_change = least_matrix_change(x, shift);
    EXPECT_LE((matrix_change - pseudo_inverse(x) * shift).norm(), 1e-12 * (1 + matrix_change.norm()));
    EXPECT_LE((x * matrix_change - shift).norm(), 1e-12);

    MatrixXd M = in_double(view_of(random.matrix(1 + random.below(5), 1 + random.below(2))));
    if (random.below(4) == 0) M.col(M.cols() - 1) = 2 * M.col(0);  // of rank one
    const RowVectorXd wanted = in_double(view_of(random.matrix(1, M.cols())));
    const RowVectorXd expected = wanted * pseudo_inverse(M);
    const bool is_reachable = (expected * M - wanted).norm() <= 1e-9 * wanted.norm();
    const std::optional<RowVectorXd> change = least_vector_change(M, wanted);
    ASSERT_EQ(change.has_value(), is_reachable) << round;
    if (change) {
      EXPECT_LE((*change - expected).norm(), 1e-9 * (1 + expected.norm())) << round;
    }
  }
}

/// What a handle is made of: the absolute terms whose sum the engine rounds.
double size_of_terms(const Document& document, const Trace& trace, const SpaceHandle& handle,
                     const SpacePlane& plane) {
  const auto largest = [](const MatrixXd& m) { return m.size() == 0 ? 0 : m.cwiseAbs().maxCoeff(); };
  MatrixXd terms = in_double(points_of_space(document.model, trace, Space::token, 0)).cwiseAbs();
  if (handle.space != Space::token && !document.model.is_identity()) {
    const Layer& layer = layer_to(handle.space);
    const MatrixXd W = in_double(matrix_view(document.model, trace, {layer.weight, handle.head}));
    const MatrixXd b = in_double(matrix_view(document.model, trace, {layer.bias, handle.head}));
    if (handle.kind == SpaceHandle::Kind::arrow) terms.setZero(1, W.rows()), terms(handle.at) = 1;
    terms = terms * W.cwiseAbs();
    if (b.size() > 0) terms.rowwise() += RowVectorXd(b.cwiseAbs().row(0));
    // The weights of a row sum to at most 2 after dropout with p = 0.5, unless it keeps few of many.
    if (handle.kind == SpaceHandle::Kind::context)
      terms *= std::max(1.0, largest(in_double(matrix_view(document.model, trace,
                                                           {mixing_weights(document.model), handle.head}))) *
                                 static_cast<double>(document.model.n_tokens()));
  }
  return largest(terms * plane.axes.cwiseAbs());
}

double distance(const PlanePoint& a, const PlanePoint& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// A handle that the document has.
SpaceHandle random_handle(RandomDocuments& random, const Model& model) {
  SpaceHandle handle;
  handle.head = random.below(model.n_heads());
  handle.space = all_spaces[static_cast<std::size_t>(random.below(4))];
  handle.kind = static_cast<SpaceHandle::Kind>(random.below(3));
  if (handle.space == Space::token || model.is_identity()) handle.kind = SpaceHandle::Kind::point;
  if (handle.kind == SpaceHandle::Kind::context) handle.space = Space::value;
  handle.at = random.below(handle.kind == SpaceHandle::Kind::arrow ? model.d_model() : model.n_tokens());
  return handle;
}

PlaneChoice random_choice(RandomDocuments& random, Index dimension) {
  PlaneChoice choice;
  if (random.coin()) return choice;
  if (dimension > 2 && random.coin()) {
    choice.kind = PlaneChoice::Kind::turned;
    choice.yaw = 3 * static_cast<double>(random.number());
    choice.pitch = static_cast<double>(random.number());
    return choice;
  }
  choice.kind = PlaneChoice::Kind::coordinates;
  choice.x = random.below(dimension);
  choice.y = dimension == 1 ? 1 : (choice.x + 1 + random.below(dimension - 1)) % dimension;
  return choice;
}

/// Which given numbers may have changed, and by how much in all.
double change_between(const Document& before, const Document& after) {
  double sum =
      (in_double(view_of(*after.model.token_embeddings)) - in_double(view_of(*before.model.token_embeddings)))
          .squaredNorm();
  for (std::size_t head = 0; head < before.model.heads.size(); ++head) {
    for (const HeadLayer& layer : head_layers) {
      sum += (in_double(view_of(*(after.model.heads[head].*layer.weight))) -
              in_double(view_of(*(before.model.heads[head].*layer.weight))))
                 .squaredNorm();
    }
  }
  return std::sqrt(sum);
}

/// The least change by Eigen's pseudo-inverses: Δ with A·Δ·axes = shift is A⁺·shift·axes⁺.
double least_change_by_pseudo_inverse(const Document& document, const Trace& trace, const SpaceHandle& handle,
                                      const SpacePlane& plane, const RowVectorXd& shift, WhatChanges what) {
  const MatrixXd X = in_double(points_of_space(document.model, trace, Space::token, 0));
  const MatrixXd back = pseudo_inverse(plane.axes);
  if (handle.kind == SpaceHandle::Kind::arrow || handle.space == Space::token || document.model.is_identity())
    return (shift * back).norm();
  const MatrixXd W =
      in_double(matrix_view(document.model, trace, {layer_to(handle.space).weight, handle.head}));
  if (handle.kind == SpaceHandle::Kind::context) {
    const MatrixXd weights =
        in_double(matrix_view(document.model, trace, {mixing_weights(document.model), handle.head}));
    return (pseudo_inverse(weights.row(handle.at) * X) * shift * back).norm();
  }
  if (what == WhatChanges::matrix) return (pseudo_inverse(X.row(handle.at)) * shift * back).norm();
  return (shift * pseudo_inverse(W * plane.axes)).norm();
}

TEST(LeastChange, PutsTenThousandRandomPointsWhereTheyWereDragged) {
  RandomDocuments random(13);
  int moved = 0;
  int refused = 0;
  for (int round = 0; round < 10000; ++round) {
    Session session(random.document());
    const Document before = session.document();
    const Trace trace_before = session.trace();
    const Model& model = before.model;
    const SpaceHandle handle = random_handle(random, model);
    const Result<SpacePlane> plane = plane_of(model, trace_before, handle.space, handle.head,
                                              random_choice(random, dimension_of(model, handle.space)));
    ASSERT_TRUE(plane);
    const PlanePoint from = place_of_handle(model, trace_before, handle, *plane);
    const PlanePoint to{from.x + 2 * static_cast<double>(random.number()),
                        plane->is_line() ? 0 : from.y + 2 * static_cast<double>(random.number())};
    const WhatChanges what = random.coin() ? WhatChanges::token : WhatChanges::matrix;
    const Result<Edit> edit = move_handle(before, trace_before, handle, *plane, to, what);
    if (!edit) {
      EXPECT_EQ(edit.error().code, ErrorCode::not_found);
      ++refused;
      continue;
    }
    // The engine's numbers are where the mouse is.
    const Result<Document> after = apply_edit(*edit, before);
    ASSERT_TRUE(after) << after.error().message;
    session.commit(*after, edit_name(*edit, before));
    const PlanePoint there = place_of_handle(session.model(), session.trace(), handle, *plane);
    const double size = size_of_terms(session.document(), session.trace(), handle, *plane);
    EXPECT_LE(distance(there, to), 1e-6 * (size + std::hypot(to.x, to.y))) << "round " << round;
    // Nothing smaller would do.
    RowVectorXd shift(plane->axes.cols());
    shift(0) = to.x - from.x;
    if (!plane->is_line()) shift(1) = to.y - from.y;
    const double least = least_change_by_pseudo_inverse(before, trace_before, handle, *plane, shift, what);
    EXPECT_NEAR(change_between(before, session.document()), least, 1e-4 * least + 1e-6) << "round " << round;
    // Undo gives the same bits.
    session.undo();
    EXPECT_TRUE(session.document() == before) << "round " << round;
    for (const MatrixName name : all_matrix_names) {
      const MatrixRef ref{name, is_per_head(name) ? handle.head : 0};
      EXPECT_TRUE(have_same_bits(matrix_view(session.model(), session.trace(), ref),
                                 matrix_view(before.model, trace_before, ref)))
          << to_string(name);
    }
    ++moved;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(moved, 8000);
  EXPECT_GT(refused, 10) << "some matrices map the tokens to a line";
}

TEST(LeastChange, SaysWhyItCannotBe) {
  Matrix X = Matrix::Identity(3, 3);
  X.row(1).setZero();
  Matrix for_q = Matrix::Zero(3, 2);
  Matrix for_k = Matrix::Ones(3, 2);
  const Document document = small_document(X, for_q, for_k, Matrix::Ones(3, 2));
  const Trace trace = trace_of(document);
  const auto sentence = [&](Space space, Index token, WhatChanges what) {
    const SpacePlane plane = *plane_of(document.model, trace, space, 0);
    const Result<Edit> edit =
        move_handle(document, trace, {SpaceHandle::Kind::point, space, token, 0}, plane, {0.5, 0.25}, what);
    return edit ? std::string() : edit.error().message;
  };
  EXPECT_EQ(
      sentence(Space::query, 0, WhatChanges::token),
      "W_q maps every token to the same point here, so a change of “t1” cannot move its query: change the "
      "matrix instead.");
  EXPECT_EQ(sentence(Space::key, 0, WhatChanges::token),
            "W_k maps every token to one line here, so a change of “t1” moves its key only along that line: "
            "change the matrix instead.");
  EXPECT_EQ(sentence(Space::value, 1, WhatChanges::matrix),
            "The embedding of “t2” is zero, so no change of W_v moves its value: change the token instead.");
  EXPECT_EQ(sentence(Space::query, 0, WhatChanges::matrix), "");
  EXPECT_EQ(sentence(Space::token, 1, WhatChanges::token), "");
}

TEST(LeastChange, WorksAtHugeAndTinyScales) {
  RandomDocuments random(14);
  for (const Scalar size : {Scalar(1e-18), Scalar(1e-9), Scalar(1e9), Scalar(1e16)}) {
    const Document document = small_document(random.matrix(3, 3) * size, random.matrix(3, 2),
                                             random.matrix(3, 2), random.matrix(3, 2));
    const Trace trace = trace_of(document);
    const SpacePlane plane = *plane_of(document.model, trace, Space::query, 0);
    for (const WhatChanges what : {WhatChanges::token, WhatChanges::matrix}) {
      const SpaceHandle handle{SpaceHandle::Kind::point, Space::query, 0, 0};
      const PlanePoint to{static_cast<double>(size), static_cast<double>(-size)};
      const Result<Edit> edit = move_handle(document, trace, handle, plane, to, what);
      ASSERT_TRUE(edit) << edit.error().message;
      const Document after = *apply_edit(*edit, document);
      const PlanePoint there = place_of_handle(after.model, trace_of(after), handle, plane);
      EXPECT_LE(distance(there, to), 1e-5 * static_cast<double>(size)) << size;
    }
  }
}

// --- the context vector

TEST(ContextVector, StaysInTheHullOfTheValuesThatItsTokenSees) {
  RandomDocuments random(15);
  for (int round = 0; round < 2000; ++round) {
    testing::Variant variant = random.variant();
    variant.has_dropout = false;  // after dropout, the weights no longer sum to 1
    const Document document = random.document(variant);
    const Model& model = document.model;
    const Trace trace = trace_of(document);
    const Index head = random.below(model.n_heads());
    const SpacePlane plane =
        *plane_of(model, trace, Space::value, head, random_choice(random, dimension_of(model, Space::value)));
    const std::vector<PlanePoint> values = plane.at(points_of_space(model, trace, Space::value, head));
    for (Index token = 0; token < model.n_tokens(); ++token) {
      std::vector<PlanePoint> seen;
      for_each_visible_key(model.options.mask, token, model.n_tokens(),
                           [&](Index key) { seen.push_back(values[static_cast<std::size_t>(key)]); });
      if (seen.empty()) continue;  // its context is 0, wherever the values are
      std::vector<PlanePoint> corners;
      double size = 0;
      for (const Index i : convex_hull(seen)) {
        corners.push_back(seen[static_cast<std::size_t>(i)]);
        size = std::max(size, std::hypot(corners.back().x, corners.back().y));
      }
      const PlanePoint context =
          place_of_handle(model, trace, {SpaceHandle::Kind::context, Space::value, token, head}, plane);
      EXPECT_LE(distance_from_hull(corners, context), 1e-6 * (size + 1e-30)) << "round " << round;
    }
  }
}

TEST(Rotation, TurnsRowVectorsCounterclockwise) {
  const Matrix quarter = rotation(std::numbers::pi / 2);
  const RowVector east = RowVector::Unit(2, 0);
  EXPECT_LT((RowVector(east * quarter) - RowVector::Unit(2, 1)).cwiseAbs().maxCoeff(), Scalar(1e-6));
}

TEST(Rotation, NearestIsTheOneWithTheSmallestDifference) {
  RandomDocuments random(5);
  for (int i = 0; i < 200; ++i) {
    const Matrix W = random.matrix(2, 2);
    const double found = nearest_rotation(view_of(W));
    const auto difference = [&](double angle) {
      return static_cast<double>((W - rotation(angle)).squaredNorm());
    };
    for (int degree = 0; degree < 360; ++degree)
      EXPECT_LE(difference(found), difference(degree * std::numbers::pi / 180) + 1e-5);
    const Matrix turned = rotation(found);
    EXPECT_TRUE(is_rotation(view_of(turned)));
    EXPECT_NEAR(std::remainder(nearest_rotation(view_of(turned)) - found, 2 * std::numbers::pi), 0, 1e-5);
  }
  const Matrix none = Matrix::Zero(2, 2);
  EXPECT_EQ(nearest_rotation(view_of(none)), 0);
  EXPECT_FALSE(is_rotation(view_of(none)));
}

TEST(Plane, OfThreeDimensionsShowsAllOfThemUnlessAnotherIsChosen) {
  EXPECT_EQ(PlaneChoice{}.kind_in(2), PlaneChoice::Kind::coordinates);
  EXPECT_EQ(PlaneChoice{}.kind_in(3), PlaneChoice::Kind::turned);
  EXPECT_EQ(PlaneChoice{}.kind_in(4), PlaneChoice::Kind::directions);
  EXPECT_EQ(PlaneChoice{PlaneChoice::Kind::directions}.kind_in(3), PlaneChoice::Kind::directions);
}

}  // namespace
}  // namespace attention_lab
