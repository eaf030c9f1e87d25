// The forward pass of a model that differs a little from the one before.
#pragma once

#include "core/attention/model.h"
#include "core/attention/parallel.h"
#include "core/attention/trace.h"

namespace attention_lab {

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
