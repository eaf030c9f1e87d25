// The backward pass.
#pragma once

#include <span>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab {

/// The gradient of an objective with respect to one matrix that it reads, ∂objective ÷ ∂matrix, with the
/// other matrices held fixed. `gradient` is a view: the numbers it refers to must outlive the call.
struct Seed {
  MatrixRef matrix;
  MatrixView gradient;  // the shape of the matrix
};

/// Computes the gradient of an objective L with respect to every matrix of the model and its trace. L may be
/// any function of these matrices; it is given by its `seeds`, and several seeds for one matrix add up.
/// Writing d… for ∂L ÷ ∂…, each gradient is the matrix's own seed plus what flows back from the later stages:
///
///   dW_o = concatenatedᵀ·dcontext    db_o = Σ rows of dcontext    dconcatenated = dcontext·W_oᵀ
///   dweights = dhead_output·Vᵀ       dV = weightsᵀ·dhead_output, or with dropout
///   ddropped_weights = dhead_output·Vᵀ, dV = dropped_weightsᵀ·dhead_output,
///   dweights = ddropped_weights ∘ dropout_mask, ddropout_mask = ddropped_weights ∘ weights
///   dmasked_scores = weights ∘ (dweights − row sums of (dweights ∘ weights)) ÷ temperature
///   dscaled_scores = dmasked_scores, and 0 where the mask hides a key
///   dscores = dscaled_scores ÷ divisor
///   dQ = dscores·K    dK = dscoresᵀ·Q
///   dW_q = Xᵀ·dQ      db_q = Σ rows of dQ, and likewise for k and v
///   dX = Σ over the heads of dQ·W_qᵀ + dK·W_kᵀ + dV·W_vᵀ, or dQ + dK + dV with projection identity
///   dtoken_embeddings = dposition_embeddings = dX, if there are positions
///
/// Saturated and fully masked softmax rows get zero gradients, not NaN. To train through such rows with the
/// loss −Σ target·log weights, seed masked_scores with ∂L ÷ ∂masked_scores = (weights·Σ target − target) ÷
/// temperature, because ∂L ÷ ∂weights = −target ÷ weights is undefined where a weight is 0.
///
/// `gradients` is overwritten: gradients.X(i, j) is ∂L ÷ ∂X(i, j), and so on. Matrices that the model does
/// not have (a bias, the weights of projection identity) are empty. Allocates nothing if the shapes fit.
/// Preconditions: `trace` is the trace of `model`; every seed has the shape of an existing matrix, and none
/// is a view of `gradients`.
/// Source: the chain rule for matrix products, and the Jacobian of softmax (see add_softmax_derivative).
void backward(const Model& model, const Trace& trace, std::span<const Seed> seeds, Stages& gradients);

/// backward() of several sentences at once, after forward_sentences(). The gradients of weights and biases
/// are summed over all sentences; those of two tokens of different sentences are 0. Preconditions: as for
/// backward(); `trace` is the result of forward_sentences() for these sentences; seeds are 0 for two tokens
/// of different sentences.
void backward_sentences(const Model& model, std::span<const Span> sentences, const Trace& trace,
                        std::span<const Seed> seeds, Stages& gradients);

}  // namespace attention_lab
