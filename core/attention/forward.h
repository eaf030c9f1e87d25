// The forward pass.
#pragma once

#include "core/attention/model.h"
#include "core/attention/parallel.h"
#include "core/attention/trace.h"

namespace attention_lab {

/// Computes every intermediate of scaled dot-product attention:
///
///   scores = Q·Kᵀ,  weights = softmax((scores ÷ divisor + mask) ÷ temperature),  head_output = weights·V
///
/// for each head, then context = [head_output …]·W_o + b_o. With positions, X is token_embeddings +
/// position_embeddings. With dropout, head_output is dropped_weights·V, where dropped_weights is weights ∘
/// dropout_mask.
///
/// `trace` is overwritten; where its shapes already fit, no memory is allocated. `parallel` may be empty:
/// all is then done here, in order. Rounding does not depend on it.
/// Precondition: `model` satisfies its invariant. Numbers so large that a product leaves the range of
/// Scalar give infinities or NaN in the trace, as the same computation does in PyTorch.
/// Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.2.
void forward(const Model& model, Trace& trace, const Parallel& parallel = {});

}  // namespace attention_lab
