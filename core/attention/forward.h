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
/// all is then done here, in order.
///
/// Rounding: a number's last digit does not depend on `parallel`, nor on what is computed beside it. Equal
/// tokens have equal rows, permuted tokens permuted rows of Q, K, V and scores, and a token appended under a
/// causal mask leaves all earlier rows as they are, bit for bit. Another processor may round otherwise.
///
/// The range of Scalar (in float from 1.17549435e-38 to 3.4e38):
///   - A product or a quotient past the range is an infinity, and what follows from it may be NaN, as in
///   PyTorch.
///   - In softmax the maximum is subtracted before the temperature divides. So only differences can leave the
///     range, downwards, and the weight is then 0. PyTorch's softmax(scores / T) divides first: where that
///     gives +∞, PyTorch has NaN.
///   - −∞ in a row of masked_scores has the weight 0. A row of nothing but −∞ has only weights of 0, where
///     PyTorch has NaN. Entries of +∞ share their row evenly, the limit, where PyTorch has NaN. A NaN that
///     the mask does not hide makes its whole row of weights NaN.
///   - A hidden key's weight of 0 is multiplied by its row of V all the same: an infinity or a NaN there
///   makes
///     NaN in every row of head_output, as in PyTorch.
///   - Numbers below the range, such as 1e-40, count as 0 in every operation on x86 processors (see
///     flush_denormals.h); PyTorch computes with them unless told otherwise by
///     torch.set_flush_denormal(True).
///
/// Preconditions: `model` satisfies its invariant; divisor and temperature are at least the smallest normal
/// number, 1.17549435e-38 in float (validate and the edits see to it), since a smaller one would count as 0.
/// Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.2.
void forward(const Model& model, Trace& trace, const Parallel& parallel = {});

}  // namespace attention_lab
