// The least changes of a document that put a point of a space where it should be.
#pragma once

#include <Eigen/Core>

#include "core/attention/stages.h"
#include "core/document/document.h"
#include "core/document/edit.h"
#include "core/geometry/space.h"
#include "core/geometry/space_plane.h"
#include "core/result.h"

namespace attention_lab {

/// ΔW with x·ΔW = shift and the smallest Frobenius norm: xᵀ·shift ÷ ‖x‖², of rank one. x is (1, rows),
/// `shift` (1, columns). Precondition: x is not 0.
Eigen::MatrixXd least_matrix_change(const Eigen::RowVectorXd& x, const Eigen::RowVectorXd& shift);

/// Δx with Δx·M = shift and the smallest norm, shift·M⁺ with the pseudo-inverse M⁺; nullopt if there is none,
/// because the shift is not in the row space of M. M is (rows, 1 or 2).
std::optional<Eigen::RowVectorXd> least_vector_change(const Eigen::MatrixXd& M,
                                                      const Eigen::RowVectorXd& shift);

/// Something that can be moved in the plane of a space.
struct SpaceHandle {
  enum class Kind {
    point,    ///< a token's embedding, query, key or value
    arrow,    ///< a row of W: where the matrix puts a basis vector of the token space
    context,  ///< of a token, in the value space: its row of head_output
  };
  Kind kind = Kind::point;
  Space space = Space::token;
  Index at = 0;  // the token, or the row of W
  Index head = 0;

  bool operator==(const SpaceHandle&) const = default;
};

/// What is changed to move a query, a key or a value.
enum class WhatChanges { token, matrix };

/// Whether the handle is moved by either of two changes, so that somebody has to choose: a query, a key or a
/// value with a trainable projection. All others can be moved in only one way.
bool has_choice(const Model& model, const SpaceHandle& handle);

/// Where the handle is. Precondition: the document has it.
PlanePoint place_of_handle(const Model& model, const Trace& trace, const SpaceHandle& handle,
                           const SpacePlane& plane);

/// The edit, one undo step, that moves the handle to `to` and changes as little as possible (the smallest sum
/// of squared changes). What the plane does not show stays where it is, unless the change of a token cannot
/// avoid moving it.
///
///   embedding             its row of X (of the token embeddings, if there are positions)
///   query, key or value   matrix: ΔW = xᵀ·δ ÷ ‖x‖², the bias stays;  token: Δx = δ·(W·axes)⁺
///   arrow                 its row of W
///   context               W_v, by ΔW_v = yᵀ·δ ÷ ‖y‖² with the weighted mean y = Σ_j α_j·x_j of the
///   embeddings:
///                         the weights stay as they are. A change of a token would change them too.
///
/// Errors, each in one sentence: not_found if no change puts it there (the embedding is zero, or W maps all
/// tokens to a point or a line); not_finite if the change would leave the range of Scalar.
/// Preconditions: the trace is that of the document; `plane` is one of handle.space.
Result<Edit> move_handle(const Document& document, const Trace& trace, const SpaceHandle& handle,
                         const SpacePlane& plane, const PlanePoint& to, WhatChanges what);

}  // namespace attention_lab
