// Positions that are computed rather than learned.
#pragma once

#include "core/attention/types.h"

namespace attention_lab {

/// One row of sines and cosines for each position i, from the fastest to the slowest:
///
///   row i, column 2j:      sin(i ÷ 10000^(2j ÷ d_model))
///   row i, column 2j + 1:  cos(i ÷ 10000^(2j ÷ d_model))
///
/// The result is (n_tokens, d_model). If d_model is odd, the last column is a sine without a cosine.
/// Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.5.
Matrix sinusoidal_positions(Index n_tokens, Index d_model);

/// The angle in radians whose sine or cosine is entry (place, column).
double sinusoidal_angle(Index place, Index column, Index d_model);

}  // namespace attention_lab
