// The forward pass, done wrong on purpose.
#pragma once

#include "core/attention/model.h"
#include "core/attention/trace.h"
#include "core/mistakes/mistake.h"
#include "core/result.h"

namespace attention_lab {

/// The trace of a forward pass with one mistake in it. Stages before first_wrong_stage() are those of
/// forward(), bit for bit; what follows is computed from the wrong stage as the correct computation would.
/// The members keep their names: with mask_after_softmax, masked_scores holds what goes into softmax, which
/// is not masked; with keys_and_values_exchanged, K still is X·W_k + b_k.
///
/// Error where the mistake cannot be made with this model, with what would have to change: wrong_shape where
/// a product does not fit; not_found where there is nothing to be wrong about (no mask, no weights, no
/// division, or the wrong divisor is the right one).
/// Precondition: `model` satisfies its invariant. NaN and infinities are kept as they come.
Result<Trace> forward_with_mistake(const Model& model, Mistake mistake);

}  // namespace attention_lab
