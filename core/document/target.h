// The attention weights that a document is to be trained towards.
#pragma once

#include <vector>

#include "core/attention/model.h"
#include "core/attention/types.h"
#include "core/result.h"

namespace attention_lab {

// A target has one row per query and one column per key. Its rows sum to 1, except those of queries that see
// no key at all, which are 0; and it is 0 where the mask hides the key.

/// Checks the numbers and divides each row by its sum, unless the sum is 1 up to rounding. Errors, with the
/// place of the cell or row ("target[0][2]"): wrong_shape unless there is one row and one column per token;
/// not_finite; out_of_range for a negative number, for a row of zeros although a key is visible, and for a
/// number above 0 where the mask hides the key.
Result<Matrix> make_target(const Model& model, const Matrix& numbers);

/// What make_target() changes in these numbers: one sentence, or nothing if each row sums to 1.
std::string describe_row_sums(const Matrix& numbers);

/// The target of the classroom story “Alice will eat pizza”, which has four tokens and no mask.
Matrix alice_target();

/// Every key that the mask shows gets the same weight.
Matrix even_target(Index n_tokens, const Mask& mask);

/// Sets one weight, from 0 to 1, and multiplies the others of its row so that the row sums to 1 again. If the
/// others are 0, they share the rest evenly. Where the mask hides the key, and in a row with only one visible
/// key, nothing changes.
void set_target_weight(Matrix& target, const Mask& mask, Index query, Index key, Scalar weight);

/// The target after a change of the tokens or the mask: each new token has the row and column of its source,
/// an index of `target`; rows and columns of tokens without a source (−1) are new: such a row is even, and
/// other tokens give such a column nothing. Rows are made to sum to 1 again.
Matrix rearranged_target(const Matrix& target, const std::vector<Index>& sources, const Mask& mask);

}  // namespace attention_lab
