// Softmax of one row, its entropy and its derivative.
#pragma once

#include "core/attention/scalar.h"

namespace attention_lab {

/// The outcome of softmax of one row.
enum class SoftmaxOutcome {
  ordinary,
  fully_masked,  ///< every entry was −∞: the result is zeros, not NaN
  not_a_number,  ///< an entry was NaN: all results are NaN
};

/// probabilities[j] = exp((logits[j] − max) ÷ temperature) ÷ Σ, where max is the largest entry of the row, so
/// that no exp overflows, however large the entries. −∞ gives exactly 0. Entries of +∞ share the row equally
/// (the limit). `logits` and `probabilities` have `size` entries and may be the same memory.
SoftmaxOutcome softmax(const Scalar* logits, Scalar* probabilities, Index size, Scalar temperature = 1);

/// H = −Σ p·ln p of a row of weights, in nats, with 0·ln 0 = 0; NaN if an entry is NaN.
double entropy(const Scalar* probabilities, Index size);

/// result += J·direction, where J is the Jacobian of one row w = softmax(logits ÷ T):
///
///   J = (diag(w) − wᵀ·w) ÷ T,  so  (J·g)_j = w_j·(g_j − Σ_k w_k·g_k) ÷ T
///
/// J is symmetric, so the same product maps a change of the logits to that of the weights (forward mode) and
/// a gradient with respect to the weights to that with respect to the logits (backward mode).
///
/// `logits` and `weights` are one row of the input and the output of softmax, as computed by the forward
/// pass. Entries with a weight of exactly 0 or an infinite logit get nothing: masked keys and saturated or
/// fully masked rows give zeros, never NaN, whatever `direction` contains there. A NaN row stays NaN. All
/// four arrays have `size` entries; `result` must not overlap the others.
void add_softmax_derivative(const Scalar* logits, const Scalar* weights, const Scalar* direction,
                            Scalar* result, Index size, Scalar temperature);

}  // namespace attention_lab
