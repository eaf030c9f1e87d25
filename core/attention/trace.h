// Every intermediate of a forward pass, under its name.
#pragma once

#include <vector>

#include "core/attention/types.h"

namespace attention_lab {

/// The intermediates of one head, in the order they are computed.
struct HeadTrace {
  Matrix Q;              // (n_tokens, d_k)      X·W_q + b_q
  Matrix K;              // (n_tokens, d_k)      X·W_k + b_k
  Matrix V;              // (n_tokens, d_v)      X·W_v + b_v
  Matrix scores;         // (n_tokens, n_tokens) Q·Kᵀ
  Matrix scaled_scores;  // (n_tokens, n_tokens) scores ÷ divisor
  Matrix masked_scores;  // (n_tokens, n_tokens) −∞ where the mask hides a token
  Matrix weights;        // (n_tokens, n_tokens) softmax of each row of masked_scores ÷ temperature
  Matrix head_output;    // (n_tokens, d_v)      weights·V
};

/// What the forward pass computed. Recomputing into a trace of the same shapes allocates nothing.
struct Trace {
  std::vector<HeadTrace> heads;
  Matrix concatenated;  // (n_tokens, n_heads·d_v) head outputs side by side
  Matrix context;  // (n_tokens, d_out)       concatenated·W_o + b_o, or concatenated where there is no W_o
  Scalar divisor = 1;  // what the scores were divided by
};

}  // namespace attention_lab
