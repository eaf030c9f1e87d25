// How far two right computations of one thing may lie apart, because they round in another order. Relative
// to what is rounded, never absolute: numbers may be of any size.
#pragma once

#include "core/attention/scalar.h"

namespace attention_lab {

/// Of a sum of n products, as a share of the sum of their magnitudes: 2·√n·ε, where ε is the distance from 1
/// to the next Scalar.
/// One order rounds n times by up to ε/2 each. Added up, that is n·ε at worst between two orders, but errors
/// go up as often as down, so that √n of them is what to expect (Higham and Mary, A new approach to
/// probabilistic rounding error analysis, SIAM J. Sci. Comput. 41, 2019); twice that is room enough.
double rounding_of_sum(Index n);

/// The same where each order is one chain, a term after the other, as in the engine's products: n·ε, or
/// rounding_of_sum(n) where that is more. In a chain of equal terms errors do not go up as often as down, but
/// all one way.
double rounding_of_chain(Index n);

/// Of softmax of n logits, as a share of the largest of the results: that of the sum of the exponentials, 4 ε
/// for exp and the division, and what exp makes of a rounded argument. An argument x is off by x·ε/2, and so
/// exp(x) by that share of itself; the largest logit may be subtracted first, or not at all. Past the
/// logarithm of the largest Scalar exp is infinite or 0, so arguments are no larger.
double rounding_of_softmax(Index n, double largest_logit);

/// Whether a row or a column of n weights sums to 1 but for rounding.
bool is_one(double sum_of_weights, Index n);

}  // namespace attention_lab
