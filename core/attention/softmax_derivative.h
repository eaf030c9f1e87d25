// How softmax passes small changes on, forwards and backwards.
#pragma once

#include "core/attention/scalar.h"

namespace attention_lab {

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
