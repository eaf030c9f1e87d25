// Softmax of one row, how even the row is, and how it passes small changes on.
#pragma once

#include "core/attention/scalar.h"

namespace attention_lab {

/// How a row of softmax went.
enum class SoftmaxOutcome {
  ordinary,
  fully_masked,  ///< every entry was −∞: the result is zeros, not NaN
  not_a_number,  ///< a NaN among the entries: the result is NaN throughout
};

/// probabilities[j] = exp((logits[j] − max) ÷ temperature) ÷ Σ, with max over the row, so that no exp
/// overflows: stable for entries of any size. −∞ gives exactly 0. Entries of +∞ share the whole row evenly
/// (the limit). `logits` and `probabilities` have `size` entries and may be the same memory.
SoftmaxOutcome softmax(const Scalar* logits, Scalar* probabilities, Index size, Scalar temperature = 1);

/// H = −Σ p·ln p of a row of weights, in nats, with 0·ln 0 = 0; NaN where one of them is.
double entropy(const Scalar* probabilities, Index size);

/// result += J·direction, with J the Jacobian of one row w = softmax(logits ÷ T):
///
///   J = (diag(w) − wᵀ·w) ÷ T,  so  (J·g)_j = w_j·(g_j − Σ_k w_k·g_k) ÷ T
///
/// J is symmetric, so the same product takes a change of the logits to the change of the weights (forwards)
/// and a gradient with respect to the weights to the one with respect to the logits (backwards).
///
/// `logits` and `weights` are a row of what softmax takes and of weights, as the forward pass left them.
/// Where a weight is exactly 0, or the logit infinite, nothing passes: a hidden key, a saturated or a fully
/// masked row give zeros, never NaN, whatever `direction` holds there. A row of NaN stays one. All four have
/// `size` entries; `result` overlaps none of the others.
void add_softmax_derivative(const Scalar* logits, const Scalar* weights, const Scalar* direction,
                            Scalar* result, Index size, Scalar temperature);

}  // namespace attention_lab
