// The forward pass, in full or only for what changed.
#pragma once

#include <span>

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
/// `trace` is overwritten; nothing is allocated if its shapes already fit. If `parallel` is empty, everything
/// runs in order on the calling thread. If the trace of a similar model is available, recompute() gives the
/// same bits with less work.
///
/// Rounding: a number's last digit depends neither on `parallel` nor on what is computed beside it. Bit for
/// bit, equal tokens have equal rows unless a mask tells them apart, permuted tokens have permuted rows of Q,
/// K, V and scores, and appending a token under a causal mask leaves all earlier rows unchanged. Another
/// processor may round differently.
///
/// The range of Scalar (for float, from 1.17549435e-38 to 3.4e38):
///   - A product or quotient that exceeds the range is an infinity, and later stages may turn it into NaN, as
///     in PyTorch.
///   - Softmax subtracts the maximum before it divides by the temperature, so a quotient can only overflow to
///     −∞, which gives the weight 0. PyTorch's softmax(scores / T) divides first and gives NaN if a quotient
///     is +∞.
///   - An entry of −∞ in masked_scores gets the weight 0. In a row of −∞ only, all weights are 0. Entries of
///     +∞ share the weight of their row equally, which is the limit; PyTorch gives NaN in both cases. A NaN
///     that is not masked makes all weights of its row NaN.
///   - The weight 0 of a masked token is still multiplied by its row of V: an infinity or a NaN there gives
///     NaN in that column of every row of head_output, as in PyTorch.
///   - Numbers below the range, such as 1e-40, count as 0 in every operation on x86 processors (see
///     flush_denormals.h). PyTorch computes with them unless torch.set_flush_denormal is on.
///
/// Preconditions: `model` satisfies its invariant; divisor and temperature are at least the smallest normal
/// number, 1.17549435e-38 in float (validate and the edits ensure this), because the processor treats smaller
/// ones as 0.
/// Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.2.
void forward(const Model& model, Trace& trace, const Parallel& parallel = {});

/// forward() of several sentences at once, which is faster than one after the other. Their tokens follow each
/// other in the rows of `model`; each token attends only to tokens of its own sentence, and the causal mask
/// counts from the sentence's first token. A sentence has the same bits as with forward() alone, if the rows
/// of position_embeddings start anew with each sentence. Scores, weights and the like of two tokens of
/// different sentences are not computed: the trace has a place for each, but with an unspecified number.
///
/// Preconditions: as for forward(); `sentences` are the rows of each sentence, none of them empty, in order
/// and without gaps; if the model has dropout, `dropout_masks` are those of the heads (see stages.h), and
/// otherwise there are none.
void forward_sentences(const Model& model, std::span<const Span> sentences, Trace& trace,
                       std::span<const Matrix> dropout_masks = {});

/// Turns the trace of `before` into that of `after`. The result has the same bits as with forward(), but only
/// what differs between the models is recomputed. Contents that are not shared are compared.
///
///   temperature           all weights and everything after them
///   divisor, mask         the scores that they change, and the same as for temperature
///   W_q, W_k, b_q, b_k    the changed columns of Q or K, and the attention of that head
///   W_v, b_v              the changed columns of V, and the same columns of that head's output
///   dropout               dropped weights and everything after them
///   a row of X            that row of Q, K and V, that row and column of the scores, and all weights
///   W_o, b_o              the changed columns of context
///   number of tokens or heads, d_model, d_k, d_v, projection: everything
///
/// With an output projection, a change in any head changes all of context. Allocates nothing if the shapes
/// stay the same. If memory runs out, it throws std::bad_alloc and leaves the trace of `before` intact.
/// `parallel` is used as in forward().
///
/// Preconditions: as for forward(); `trace` is the trace of `before`, or empty, in which case everything is
/// computed.
void recompute(const Model& before, const Model& after, Trace& trace, const Parallel& parallel = {});

}  // namespace attention_lab
