#include "core/geometry/least_change.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <Eigen/SVD>

#include "core/words/matrix_words.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;

constexpr double least_singular = 1e-6;  // relative to the largest; below, the rounding of Scalar decides
constexpr double cancelled = 1e-6;       // of a sum, relative to its terms

RowVectorXd row_of(const MatrixView& matrix, Index row) {
  return matrix.row(row).cast<double>();
}

/// Moves one handle.
class HandleMover {
 public:
  HandleMover(const Document& document, const Trace& trace, const SpaceHandle& handle,
              const SpacePlane& plane, const PlanePoint& to, WhatChanges what)
      : document_(document), trace_(trace), handle_(handle), plane_(plane), to_(to), what_(what) {}

  Result<Edit> edit() const {
    switch (handle_.kind) {
      case SpaceHandle::Kind::arrow: return move_arrow();
      case SpaceHandle::Kind::context:
        return model().is_identity() ? move_context_of_identity() : move_context();
      case SpaceHandle::Kind::point: break;
    }
    if (handle_.space == Space::token || model().is_identity()) return move_token(plane_.axes);
    return what_ == WhatChanges::matrix ? move_by_matrix() : move_token(W() * plane_.axes);
  }

 private:
  const Model& model() const { return document_.model; }
  MatrixRef weight() const { return {layer_to(handle_.space).weight, handle_.head}; }
  MatrixXd W() const { return matrix_view(model(), trace_, weight()).cast<double>(); }
  std::string token() const {
    return in_curly_quotes(document_.tokens[static_cast<std::size_t>(handle_.at)]);
  }
  std::string_view point() const { return name_of_point(handle_.space); }

  /// In the plane.
  RowVectorXd shift() const {
    const PlanePoint from = place_of_handle(model(), trace_, handle_, plane_);
    const Eigen::RowVector2d moved(to_.x - from.x, to_.y - from.y);
    return moved.leftCols(plane_.is_line() ? 1 : 2);
  }
  /// In the whole space, as short as possible.
  RowVectorXd full_shift() const { return shift() * plane_.back; }

  Edit named(std::string name, const CellRef& corner, const MatrixXd& numbers) const {
    return SeveralEdits{std::move(name), {SetBlock{corner, numbers.cast<Scalar>()}}};
  }
  std::string name_of_move() const {
    return filled("Move the <point> of <token>", {{"point", point()}, {"token", token()}});
  }

  static Error cannot(std::string sentence) { return {ErrorCode::not_found, std::move(sentence)}; }

  Result<Edit> move_arrow() const {
    const MatrixRef ref = weight();
    const RowVectorXd row = row_of(matrix_view(model(), trace_, ref), handle_.at);
    return named(filled("Move row <row> of <matrix>",
                        {{"row", handle_.at + 1}, {"matrix", name_with_head(model(), ref)}}),
                 {ref, handle_.at, 0}, row + full_shift());
  }

  /// `M` maps a change of the embedding to the plane.
  Result<Edit> move_token(const MatrixXd& M) const {
    const std::optional<RowVectorXd> change = least_vector_change(M, shift());
    if (!change) return cannot_by_token(M);
    const MatrixRef ref{word_embeddings(model())};
    return named(name_of_move(), {ref, handle_.at, 0},
                 row_of(matrix_view(model(), trace_, ref), handle_.at) + *change);
  }

  Error cannot_by_token(const MatrixXd& M) const {
    const std::string matrix = name_with_head(model(), weight());
    if (M.isZero(0)) {
      return cannot(
          filled("<matrix> maps every token to the same point here, so a change of <token> cannot move "
                 "its <point>: change the matrix instead.",
                 {{"matrix", matrix}, {"token", token()}, {"point", point()}}));
    }
    return cannot(
        filled("<matrix> maps every token to one line here, so a change of <token> moves its <point> "
               "only along that line: change the matrix instead.",
               {{"matrix", matrix}, {"token", token()}, {"point", point()}}));
  }

  Result<Edit> move_by_matrix() const {
    const RowVectorXd x = row_of(points_of_space(model(), trace_, Space::token, 0), handle_.at);
    if (x.isZero(0)) {
      return cannot(
          filled("The embedding of <token> is zero, so no change of <matrix> moves its <point>: change "
                 "the token instead.",
                 {{"token", token()}, {"matrix", name_with_head(model(), weight())}, {"point", point()}}));
    }
    return named(name_of_move(), {weight(), 0, 0}, W() + least_matrix_change(x, full_shift()));
  }

  RowVectorXd weights() const {
    const MatrixRef ref{mixing_weights(model()), handle_.head};
    return row_of(matrix_view(model(), trace_, ref), handle_.at);
  }
  std::string name_of_context_move() const {
    return filled("Move the context vector of <token>", {{"token", token()}});
  }

  Result<Edit> move_context() const {
    const MatrixXd X = points_of_space(model(), trace_, Space::token, 0).cast<double>();
    const RowVectorXd weights_of_token = weights();
    const RowVectorXd mean = weights_of_token * X;
    const double terms = weights_of_token.cwiseAbs().sum() * X.cwiseAbs().maxCoeff();
    if (!(mean.cwiseAbs().maxCoeff() > cancelled * terms)) {
      return cannot(
          filled("The weighted mean of the embeddings that <token> attends to is zero, so no change of "
                 "<matrix> moves its context vector.",
                 {{"token", token()}, {"matrix", name_with_head(model(), weight())}}));
    }
    return named(name_of_context_move(), {weight(), 0, 0}, W() + least_matrix_change(mean, full_shift()));
  }

  static Result<Edit> move_context_of_identity() {
    return cannot("Without W_v, a context vector moves only with the embeddings: drag a token instead.");
  }

  const Document& document_;
  const Trace& trace_;
  const SpaceHandle& handle_;
  const SpacePlane& plane_;
  const PlanePoint& to_;
  WhatChanges what_;
};

}  // namespace

MatrixXd least_matrix_change(const RowVectorXd& x, const RowVectorXd& shift) {
  // Scaled, so that the square of a tiny or huge x stays within the range of double.
  const double size = x.cwiseAbs().maxCoeff();
  const RowVectorXd unit = x / size;
  return unit.transpose() * (shift / size / unit.squaredNorm());
}

std::optional<RowVectorXd> least_vector_change(const MatrixXd& M, const RowVectorXd& shift) {
  if (shift.isZero(0)) return RowVectorXd::Zero(M.rows());
  const double size = M.size() == 0 ? 0 : M.cwiseAbs().maxCoeff();
  if (!(size > 0) || !std::isfinite(size)) return std::nullopt;
  Eigen::JacobiSVD<MatrixXd> svd(M / size, Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(least_singular);
  const Index rank = svd.rank();
  const RowVectorXd along = (shift / size) * svd.matrixV().leftCols(rank);
  const RowVectorXd change = along.cwiseQuotient(svd.singularValues().head(rank).transpose()) *
                             svd.matrixU().leftCols(rank).transpose();
  const double missed = (change * M - shift).norm();
  if (!(missed <= least_singular * shift.norm())) return std::nullopt;
  return change;
}

bool has_choice(const Model& model, const SpaceHandle& handle) {
  return handle.kind == SpaceHandle::Kind::point && handle.space != Space::token && !model.is_identity();
}

PlanePoint place_of_handle(const Model& model, const Trace& trace, const SpaceHandle& handle,
                           const SpacePlane& plane) {
  switch (handle.kind) {
    case SpaceHandle::Kind::point:
      return plane.at(row_of(points_of_space(model, trace, handle.space, handle.head), handle.at));
    case SpaceHandle::Kind::context:
      return plane.at(row_of(matrix_view(model, trace, {MatrixName::head_output, handle.head}), handle.at));
    case SpaceHandle::Kind::arrow: break;
  }
  const Layer& layer = layer_to(handle.space);
  RowVectorXd end = row_of(matrix_view(model, trace, {layer.weight, handle.head}), handle.at);
  const MatrixView bias = matrix_view(model, trace, {layer.bias, handle.head});
  if (bias.size() > 0) end += row_of(bias, 0);
  return plane.at(end);
}

Result<Edit> move_handle(const Document& document, const Trace& trace, const SpaceHandle& handle,
                         const SpacePlane& plane, const PlanePoint& to, WhatChanges what) {
  const auto too_large = [] {
    return Error{ErrorCode::not_finite,
                 "That would need numbers too large to compute with; move it less far."};
  };
  if (!std::isfinite(to.x) || !std::isfinite(to.y)) return too_large();
  Result<Edit> edit = HandleMover(document, trace, handle, plane, to, what).edit();
  if (!edit) return edit;
  for (const Edit& part : std::get<SeveralEdits>(edit->alternatives()).edits) {
    if (!std::get<SetBlock>(part.alternatives()).block.allFinite()) return too_large();
  }
  return edit;
}

}  // namespace attention_lab
