#include "core/geometry/space_plane.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/SVD>

#include "core/geometry/score_matrix.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double least_direction = 1e-6;  // a singular value, relative to the largest

/// Of each coordinate, Σ of the squares over all points, relative to the largest number.
VectorXd squares_of(const MatrixView& points) {
  const double size = points.size() == 0 ? 0 : static_cast<double>(points.cwiseAbs().maxCoeff());
  if (!(size > 0) || !points.allFinite()) return VectorXd::Zero(points.cols());
  return (points.cast<double>() / size).colwise().squaredNorm().transpose();
}

/// Of one or two independent columns.
MatrixXd pseudo_inverse_of(const MatrixXd& axes) {
  const Eigen::JacobiSVD<MatrixXd> svd(axes, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return svd.matrixV() * svd.singularValues().cwiseInverse().asDiagonal() * svd.matrixU().transpose();
}

SpacePlane of_coordinates(const MatrixView& points, Index x, Index y) {
  const Index dimension = points.cols();
  SpacePlane plane;
  plane.x = x;
  plane.y = dimension == 1 ? x : y;
  plane.axes = MatrixXd::Zero(dimension, std::min<Index>(dimension, 2));
  plane.axes(x, 0) = 1;
  if (dimension > 1) plane.axes(y, 1) = 1;
  plane.back = plane.axes.transpose();
  const VectorXd squares = squares_of(points);
  const double all = squares.sum();
  if (all > 0) plane.share = (squares(x) + (dimension > 1 ? squares(y) : 0)) / all;
  return plane;
}

/// A parallel projection: turned around z by yaw, then tilted by pitch.
SpacePlane of_turned_coordinates(const MatrixView& points, const PlaneChoice& choice) {
  SpacePlane plane;
  plane.kind = PlaneChoice::Kind::turned;
  plane.x = choice.x;
  plane.y = choice.y;
  plane.z = choice.z;
  plane.axes = MatrixXd::Zero(points.cols(), 2);
  const double tilt = std::sin(choice.pitch);
  plane.axes.row(choice.x) << std::cos(choice.yaw), std::sin(choice.yaw) * tilt;
  plane.axes.row(choice.y) << -std::sin(choice.yaw), std::cos(choice.yaw) * tilt;
  plane.axes.row(choice.z) << 0, std::cos(choice.pitch);
  plane.back = plane.axes.transpose();
  const VectorXd squares = squares_of(points);
  const double all = squares.sum();
  if (all > 0) plane.share = (squares(choice.x) + squares(choice.y) + squares(choice.z)) / all;
  return plane;
}

/// `squares`: of each coordinate, what it counts.
SpacePlane of_largest_coordinates(const MatrixView& points, VectorXd squares) {
  if (points.cols() < 3) return of_coordinates(points, 0, 1);
  Index first = 0;
  squares.maxCoeff(&first);
  squares(first) = -1;
  Index second = 0;
  squares.maxCoeff(&second);
  return of_coordinates(points, std::min(first, second), std::max(first, second));
}

/// The sign of a singular vector is arbitrary: its largest entry becomes positive.
double sign_of(const VectorXd& direction) {
  Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  return direction(largest) < 0 ? -1 : 1;
}

Error no_directions(const MatrixView& points) {
  const Index size = std::min(points.rows(), points.cols());
  if (size > limits::main_directions) {
    return {ErrorCode::over_limit,
            filled("The main directions are computed for at most <most> tokens or dimensions; choose two "
                   "coordinates instead.",
                   {{"most", limits::main_directions}})};
  }
  return {ErrorCode::not_found,
          "The main directions need points that do not all lie on one line through the origin; choose two "
          "coordinates instead."};
}

std::optional<SpacePlane> of_directions(const MatrixView& points) {
  if (std::min(points.rows(), points.cols()) > limits::main_directions) return std::nullopt;
  const double size = points.size() == 0 ? 0 : static_cast<double>(points.cwiseAbs().maxCoeff());
  if (!(size > 0) || !points.allFinite()) return std::nullopt;
  const Eigen::BDCSVD<MatrixXd> svd(points.cast<double>() / size, Eigen::ComputeThinV);
  const VectorXd& values = svd.singularValues();
  if (values.size() < 2 || !(values(1) > least_direction * values(0))) return std::nullopt;
  SpacePlane plane;
  plane.kind = PlaneChoice::Kind::directions;
  plane.axes = svd.matrixV().leftCols(2);
  for (Index i = 0; i < 2; ++i) plane.axes.col(i) *= sign_of(plane.axes.col(i));
  plane.back = plane.axes.transpose();
  plane.share = values.head(2).squaredNorm() / values.squaredNorm();
  return plane;
}

std::optional<SpacePlane> of_score_directions(const Model& model, const Trace& trace, Space space,
                                              Index head) {
  const MatrixView W_q = matrix_view(model, trace, {MatrixName::W_q, head});
  const MatrixView W_k = matrix_view(model, trace, {MatrixName::W_k, head});
  if (std::min(W_q.rows(), W_q.cols()) > limits::main_directions) return std::nullopt;
  const ScoreMatrix scores = score_matrix(W_q, W_k);
  if (scores.rank < 2) return std::nullopt;
  SpacePlane plane;
  plane.kind = PlaneChoice::Kind::directions;
  plane.is_of_scores = true;
  plane.axes = (space == Space::query ? scores.query_axes : scores.key_axes).leftCols(2);
  // The same sign for queries and keys, whose products must stay.
  for (Index i = 0; i < 2; ++i) plane.axes.col(i) *= sign_of(scores.query_axes.col(i));
  plane.back = pseudo_inverse_of(plane.axes);
  plane.share = share_of(scores, 2);
  return plane;
}

}  // namespace

PlaneChoice::Kind PlaneChoice::kind_in(Index dimension) const {
  if (kind != Kind::automatic) return kind;
  return dimension < 3 ? Kind::coordinates : dimension == 3 ? Kind::turned : Kind::directions;
}

std::vector<PlanePoint> SpacePlane::at(const MatrixView& rows) const {
  const MatrixXd drawn = rows.cast<double>() * axes;
  std::vector<PlanePoint> points;
  points.reserve(static_cast<std::size_t>(rows.rows()));
  for (Index i = 0; i < rows.rows(); ++i) points.push_back({drawn(i, 0), is_line() ? 0 : drawn(i, 1)});
  return points;
}

Result<SpacePlane> plane_of(const Model& model, const Trace& trace, Space space, Index head,
                            const PlaneChoice& choice) {
  const MatrixView points = points_of_space(model, trace, space, head);
  const Index dimension = points.cols();
  const auto is_there = [&](Index i) { return i >= 0 && i < dimension; };
  if (choice.kind_in(dimension) == PlaneChoice::Kind::turned) {
    const bool are_different = choice.x != choice.y && choice.y != choice.z && choice.z != choice.x;
    if (are_different && is_there(choice.x) && is_there(choice.y) && is_there(choice.z))
      return of_turned_coordinates(points, choice);
    return Error{ErrorCode::out_of_range,
                 dimension < 3
                     ? std::string("A three-dimensional picture needs a space of at least three dimensions.")
                     : filled("The picture needs three different coordinates from 1 to <count>.",
                              {{"count", dimension}})};
  }
  if (choice.kind == PlaneChoice::Kind::coordinates) {
    if (dimension == 1 && choice.x == 0) return of_coordinates(points, 0, 0);
    if (!is_there(choice.x) || !is_there(choice.y) || choice.x == choice.y) {
      return Error{
          ErrorCode::out_of_range,
          filled("The plane needs two different coordinates from 1 to <count>.", {{"count", dimension}})};
    }
    return of_coordinates(points, choice.x, choice.y);
  }
  if (choice.kind == PlaneChoice::Kind::automatic && dimension < 3) return of_coordinates(points, 0, 1);
  const bool is_of_scores = (space == Space::query || space == Space::key) && !model.is_identity();
  std::optional<SpacePlane> plane =
      is_of_scores ? of_score_directions(model, trace, space, head) : of_directions(points);
  if (plane) return *std::move(plane);
  if (choice.kind == PlaneChoice::Kind::automatic) {
    // Queries and keys get the same coordinates, whose products are parts of the scores.
    return of_largest_coordinates(
        points, is_of_scores ? squares_of(points_of_space(model, trace, Space::query, head)) +
                                   squares_of(points_of_space(model, trace, Space::key, head))
                             : squares_of(points));
  }
  if (is_of_scores && std::min(model.d_model(), model.d_k()) <= limits::main_directions) {
    return Error{
        ErrorCode::not_found,
        "The main directions of the scores need a W_q·W_kᵀ of rank at least 2; choose two coordinates "
        "instead."};
  }
  return no_directions(points);
}

}  // namespace attention_lab
