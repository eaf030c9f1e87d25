// What one number moves.
#pragma once

#include <span>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab {

/// Computes how much every number moves when some cells of one matrix all move by the same: with one cell,
/// moved.context(i, j) is ∂context(i, j) ÷ ∂cell, and so for every matrix; with several, the sum of these.
/// The derivatives are exact, carried from stage to stage (forward-mode differentiation); with d… for ∂… ÷
/// ∂cell:
///
///   dX = dtoken_embeddings + dposition_embeddings, where there are positions
///   dQ = dX·W_q + X·dW_q + db_q, and so for K and V
///   dscores = dQ·Kᵀ + Q·dKᵀ          dscaled_scores = dscores ÷ divisor
///   dmasked_scores = dscaled_scores, and 0 where the mask hides a key
///   dweights = weights ∘ (dmasked_scores − row sums of (weights ∘ dmasked_scores)) ÷ temperature
///   ddropped_weights = dweights ∘ dropout_mask + weights ∘ ddropout_mask, where there is dropout
///   dhead_output = dweights·V + weights·dV, of the dropped weights where there are any
///   dcontext = dconcatenated·W_o + concatenated·dW_o + db_o
///
/// A cell of an intermediate is taken as the start of a new computation: what comes before it stays, the
/// cell itself moves by 1, and so on from there. A hidden cell of masked_scores moves nothing but itself.
/// Among the numbers that are given (embeddings, weights and biases) only `cells` move, by 1.
///
/// `moved` is overwritten, in the shapes of the model and the trace. Where the shapes already fit, no memory
/// is allocated. What cannot move is passed over. Precondition: contains(model, trace, cell) for each, all
/// in one matrix, none twice; the trace is the model's, and `moved` is another one.
void tangent(const Model& model, const Trace& trace, std::span<const CellRef> cells, Stages& moved);
inline void tangent(const Model& model, const Trace& trace, const CellRef& cell, Stages& moved) {
  tangent(model, trace, {&cell, 1}, moved);
}

}  // namespace attention_lab
