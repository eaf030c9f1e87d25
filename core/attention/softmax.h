// Softmax of one row, and how even the row is.
#pragma once

#include "core/attention/scalar.h"
#include "core/attention/softmax_outcome.h"

namespace attention_lab {

/// probabilities[j] = exp((logits[j] − max) ÷ temperature) ÷ Σ, with max over the row, so that no exp
/// overflows: stable for entries of any size. −∞ gives exactly 0. Entries of +∞ share the whole row evenly
/// (the limit). `logits` and `probabilities` have `size` entries and may be the same memory.
SoftmaxOutcome softmax(const Scalar* logits, Scalar* probabilities, Index size, Scalar temperature = 1);

/// H = −Σ p·ln p of a row of weights, in nats, with 0·ln 0 = 0; NaN where one of them is.
double entropy(const Scalar* probabilities, Index size);

}  // namespace attention_lab
