// Bounds on the difference between two correct computations of the same quantity that round in a different
// order. They are relative to the rounded quantity, never absolute, because numbers may be of any size.
#pragma once

#include "core/attention/scalar.h"

namespace attention_lab {

/// For a sum of n products, relative to the sum of their magnitudes: 2·√n·ε, where ε is the distance from 1
/// to the next Scalar.
/// Each computation rounds n times by up to ε/2. The worst-case difference between two of them is therefore
/// n·ε, but positive and negative errors mostly cancel, so that about √n·ε is expected (Higham and Mary, A
/// new approach to probabilistic rounding error analysis, SIAM J. Sci. Comput. 41, 2019). The factor 2 adds a
/// margin.
double rounding_of_sum(Index n);

/// The same if each computation adds one term after the other, as the engine's products do: n·ε, or
/// rounding_of_sum(n) if that is larger. In a chain of equal terms, errors do not cancel but all have the
/// same sign.
double rounding_of_chain(Index n);

/// For a softmax of n logits, relative to the largest result: the bound of the sum of the exponentials, 4 ε
/// for exp and the division, and the effect of rounded arguments. An argument x is off by up to x·ε/2, which
/// changes exp(x) by the same relative amount; the largest logit may or may not be subtracted first.
/// Arguments are clamped at the logarithm of the largest Scalar, beyond which exp is infinite or 0.
double rounding_of_softmax(Index n, double largest_logit);

/// Whether the sum of n weights is 1 up to rounding.
bool is_one(double sum_of_weights, Index n);

}  // namespace attention_lab
