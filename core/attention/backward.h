// The backward pass.
#pragma once

#include <span>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab {

/// What an objective says about one matrix it reads: ∂objective ÷ ∂matrix, with the others held fixed. The
/// matrix behind `gradient` belongs to somebody else and must outlive the call.
struct Seed {
  MatrixRef matrix;
  MatrixView gradient;  // the shape of the matrix
};

/// Computes the gradient of an objective L with respect to every matrix of the model and of its trace. L may
/// be any function of any of them, given by its `seeds`; several seeds for one matrix add up. With d… for
/// ∂L ÷ ∂…, each the matrix's own seed plus what comes back from the stages after it:
///
///   dW_o = concatenatedᵀ·dcontext    db_o = Σ rows of dcontext    dconcatenated = dcontext·W_oᵀ
///   dweights = dhead_output·Vᵀ       dV = weightsᵀ·dhead_output, or with dropout
///   ddropped_weights = dhead_output·Vᵀ, dV = dropped_weightsᵀ·dhead_output,
///   dweights = ddropped_weights ∘ dropout_mask, ddropout_mask = ddropped_weights ∘ weights
///   dmasked_scores = weights ∘ (dweights − row sums of (dweights ∘ weights)) ÷ temperature
///   dscaled_scores = dmasked_scores, and 0 where the mask hides a key
///   dscores = dscaled_scores ÷ divisor
///   dQ = dscores·K    dK = dscoresᵀ·Q
///   dW_q = Xᵀ·dQ      db_q = Σ rows of dQ, and so for k and v
///   dX = Σ over the heads of dQ·W_qᵀ + dK·W_kᵀ + dV·W_vᵀ, or dQ + dK + dV with projection identity
///   dtoken_embeddings = dposition_embeddings = dX, where there are positions
///
/// A saturated or fully masked row of softmax passes zeros, not NaN. To train through such rows with
/// −Σ target·log weights, seed masked_scores with ∂L ÷ ∂masked_scores = (weights·Σ target − target) ÷
/// temperature: ∂L ÷ ∂weights = −target ÷ weights says nothing where a weight has become 0.
///
/// `gradients` is overwritten: gradients.X(i, j) is ∂L ÷ ∂X(i, j), and so on. What the model does not have (a
/// bias, any weight with projection identity) is empty. Where the shapes already fit, no memory is allocated.
/// Precondition: `trace` is the model's, every seed has the shape of a matrix that exists, and none of them
/// looks into `gradients`.
/// Source: the chain rule for matrix products, and the Jacobian of softmax (see add_softmax_derivative).
void backward(const Model& model, const Trace& trace, std::span<const Seed> seeds, Stages& gradients);

}  // namespace attention_lab
