// Positions that are computed rather than learned.
#pragma once

#include "core/attention/types.h"

namespace attention_lab {

/// One row for each position i, of sines and cosines from fast to slow:
///
///   row i, column 2j:      sin(i ÷ 10000^(2j ÷ d_model))
///   row i, column 2j + 1:  cos(i ÷ 10000^(2j ÷ d_model))
///
/// (n_tokens, d_model). With an odd d_model the last column is a sine without its cosine.
/// Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.5.
Matrix sinusoidal_positions(Index n_tokens, Index d_model);

/// The angle in radians of which entry (place, column) is the sine or the cosine.
double sinusoidal_angle(Index place, Index column, Index d_model);

}  // namespace attention_lab
