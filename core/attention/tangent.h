// Forward-mode derivatives: how every number changes with one cell.
#pragma once

#include <span>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab {

/// Computes how every number changes if some cells of one matrix all change by the same amount. With one
/// cell, moved.context(i, j) is ∂context(i, j) ÷ ∂cell, and likewise for every matrix; with several cells, it
/// is the sum of these derivatives. The derivatives are exact (forward-mode differentiation). Writing d… for
/// ∂… ÷ ∂cell:
///
///   dX = dtoken_embeddings + dposition_embeddings, if there are positions
///   dQ = dX·W_q + X·dW_q + db_q, and so for K and V
///   dscores = dQ·Kᵀ + Q·dKᵀ          dscaled_scores = dscores ÷ divisor
///   dmasked_scores = dscaled_scores, and 0 where the mask hides a key
///   dweights = weights ∘ (dmasked_scores − row sums of (weights ∘ dmasked_scores)) ÷ temperature
///   ddropped_weights = dweights ∘ dropout_mask + weights ∘ ddropout_mask, if there is dropout
///   dhead_output = dweights·V + weights·dV, with the dropped weights if there is dropout
///   dcontext = dconcatenated·W_o + concatenated·dW_o + db_o
///
/// If the cell belongs to an intermediate matrix, the stages before it stay unchanged, the cell itself
/// changes by 1, and the later stages follow. A masked cell of masked_scores changes only itself. Of the
/// given matrices (embeddings, weights, biases), only `cells` change, by 1.
///
/// `moved` is overwritten, in the shapes of the model and the trace. Allocates nothing if the shapes already
/// fit. Stages that cannot change are skipped. Preconditions: contains(model, trace, cell) for every cell;
/// all cells are in one matrix, and none occurs twice; `trace` is the trace of `model`, and `moved` is a
/// different object.
void tangent(const Model& model, const Trace& trace, std::span<const CellRef> cells, Stages& moved);
inline void tangent(const Model& model, const Trace& trace, const CellRef& cell, Stages& moved) {
  tangent(model, trace, {&cell, 1}, moved);
}

}  // namespace attention_lab
