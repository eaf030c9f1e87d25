// Gradients as sums with one product per token.
#pragma once

#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/stages.h"
#include "core/attention/types.h"

namespace attention_lab {

/// A product that is part of a gradient: a number of the forward pass and the gradient of what it is
/// multiplied into. Both belong to one token.
struct TokenProduct {
  Index token = 0;  ///< its place in the sentence
  Scalar input = 0;
  Scalar gradient = 0;
  std::vector<TokenProduct> through{};  ///< products whose sum is `gradient`, if they are known
};

/// The gradient of one number of Q, K or V of a head as the sum that it is, with products of 0 left out:
///
///   ∂L ÷ ∂Q[t,c] = Σ_k K[k,c] · ∂L ÷ ∂scores[t,k]
///   ∂L ÷ ∂K[t,c] = Σ_q Q[q,c] · ∂L ÷ ∂scores[q,t]
///   ∂L ÷ ∂V[t,c] = Σ_q weights[q,t] · ∂L ÷ ∂head_output[q,c], with dropout the weights after it
///
/// `head` and `gradients` are the results of the forward and backward pass, whose rows are those of the
/// sentence; `row` is that of token t. Precondition: `product` is Q, K or V.
std::vector<TokenProduct> products_over_tokens(const HeadStages& head, const HeadStages& gradients,
                                               MatrixName product, const Span& sentence, Index row,
                                               Index column);

}  // namespace attention_lab
