// The forward pass, of a model and of one that differs a little from it.
#pragma once

#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/attention/types.h"

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
/// all is then done here, in order. Where the trace of a similar model is at hand, recompute() gives the same
/// bits with less work.
///
/// Rounding: a number's last digit does not depend on `parallel`, nor on what is computed beside it. Bit for
/// bit, equal tokens have equal rows where no mask tells them apart, permuted tokens have permuted rows of Q,
/// K, V and scores, and a token appended under a causal mask leaves all earlier rows as they are. Another
/// processor may round otherwise.
///
/// The range of Scalar (in float from 1.17549435e-38 to 3.4e38):
///   - A product or a quotient past the range is an infinity, and what follows from it may be NaN, as in
///     PyTorch.
///   - Softmax subtracts the maximum before it divides by the temperature, so that only a difference can
///     leave the range, downwards; its weight is then 0. PyTorch's softmax(scores / T) divides first and
///     gives NaN where a quotient is +∞.
///   - An entry of −∞ in masked_scores has the weight 0. In a row of nothing but −∞ all weights are 0, and
///     entries of +∞ share their row evenly, the limit; PyTorch gives NaN in both cases. A NaN that the mask
///     does not hide makes its whole row of weights NaN.
///   - The weight 0 of a hidden token is multiplied by its row of V all the same: an infinity or a NaN there
///     makes NaN in that column of every row of head_output, as in PyTorch.
///   - Numbers below the range, such as 1e-40, count as 0 in every operation on x86 processors (see
///     flush_denormals.h). PyTorch computes with them, unless told otherwise by torch.set_flush_denormal.
///
/// Preconditions: `model` satisfies its invariant; divisor and temperature are at least the smallest normal
/// number, 1.17549435e-38 in float (validate and the edits see to it): the processor takes less for 0.
/// Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.2.
void forward(const Model& model, Trace& trace, const Parallel& parallel = {});

/// Makes the trace of `before` that of `after`: bit for bit what forward() gives, but computed only as far as
/// the two models differ. Contents that they share need no look; others are compared.
///
///   temperature           all rows of weights and what is made of them
///   divisor, mask         and the scores that they change
///   W_q, W_k, b_q, b_k    the changed columns of Q or K, and the attention of that head
///   W_v, b_v              the changed columns of V, and the same columns of that head's output
///   dropout               dropped weights and what is made of them
///   a row of X            that row of Q, K and V, that row and column of the scores, and all weights
///   W_o, b_o              the changed columns of context
///   number of tokens or heads, d_model, d_k, d_v, projection: everything
///
/// With an output projection, all of context follows a change of any head. Where the shapes stay, no memory
/// is allocated. Where there is not enough memory it throws std::bad_alloc, and the trace stays that of
/// `before`. `parallel` as for forward().
///
/// Preconditions: as for forward(); `trace` was made of `before`, or it is empty: then everything is
/// computed.
void recompute(const Model& before, const Model& after, Trace& trace, const Parallel& parallel = {});

}  // namespace attention_lab
