// The scores of a limited rank whose softmax comes closest to given attention weights.
#pragma once

#include <algorithm>
#include <vector>

#include <Eigen/Core>

#include "core/attention/model.h"

namespace attention_lab {

/// Asks for scores = query_basis·B·key_basisᵀ with a matrix B of limited rank, so that softmax of each row is
/// close to the target. The scores are those just before softmax: a divisor and a temperature only change the
/// size of B.
struct LowRankProblem {
  Eigen::MatrixXd target;       // (n_tokens, n_tokens); rows sum to 1, and hidden keys get 0
  Eigen::MatrixXd query_basis;  // (n_tokens, at most n_tokens), orthonormal columns
  Eigen::MatrixXd key_basis;    // likewise
  Mask mask = Mask::none;

  Eigen::Index largest_rank() const { return std::min(query_basis.cols(), key_basis.cols()); }
};

/// Scores of limited rank and their loss.
struct LowRankScores {
  Eigen::MatrixXd queries;   // query_basis·queries is like Q: (query_basis.cols(), rank)
  Eigen::MatrixXd keys;      // (key_basis.cols(), rank)
  double loss = 0;           ///< −(1/n)·Σ_i Σ_j target_ij·ln weights_ij
  double largest_error = 0;  ///< the largest difference between a weight and its target
  bool is_best = false;      ///< whether no scores of any rank have a smaller loss
};

/// The best scores that descent finds for each rank from 1 to `most`, from several starts; the loss never
/// rises with the rank. Ends with the first that are best. Deterministic.
///
/// The problem is not convex unless the rank is the largest one, so a better solution may exist. But the
/// loss is convex in B: `is_best` is set where its gradient with respect to B is 0.
/// Precondition: 1 ≤ most ≤ largest_rank().
std::vector<LowRankScores> find_low_rank_scores(const LowRankProblem& problem, Eigen::Index most);

}  // namespace attention_lab
