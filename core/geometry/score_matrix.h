// W_q·W_kᵀ, the one matrix on which all scores depend.
#pragma once

#include <string>

#include <Eigen/Core>

#include "core/attention/types.h"

namespace attention_lab {

/// Without biases, scores = X·(W_q·W_kᵀ)·Xᵀ: what queries and keys are by themselves does not matter, only
/// this product. It is (d_model, d_model), but its rank is at most d_k.
///
/// Its singular value decomposition U·Σ·Vᵀ gives coordinates in which the scores are simplest: those of a
/// query are x·U·√Σ, those of a key x·V·√Σ, and the score is Σ over the directions of their products, in
/// descending order of importance. They follow from q and k by q·query_axes and k·key_axes, also if there are
/// biases.
struct ScoreMatrix {
  Eigen::VectorXd singular_values;  // min(d_model, d_k), descending; all others are 0
  Index rank = 0;
  Eigen::MatrixXd query_axes;  // (d_k, rank)
  Eigen::MatrixXd key_axes;    // (d_k, rank)
};

/// `W_q` and `W_k` are (d_model, d_k). A singular value counts towards the rank if the rounding of Scalar
/// cannot explain it.
ScoreMatrix score_matrix(const MatrixView& W_q, const MatrixView& W_k);

/// The share of the first `count` singular values in the sum of all squares, which is the sum of the squared
/// entries of W_q·W_kᵀ; 0 if there is none.
double share_of(const ScoreMatrix& scores, Index count);

/// "1.3470  0.0305": the largest singular values, at most `most`, and "…" if there are more.
std::string singular_values_text(const ScoreMatrix& scores, Index most, int decimals);

/// (d_model, d_model)
Eigen::MatrixXd score_product(const MatrixView& W_q, const MatrixView& W_k);

}  // namespace attention_lab
