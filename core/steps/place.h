// Places in the matrices: what a number comes from, and where the numbers of a step stand.
#pragma once

#include <optional>

#include "core/attention/matrix_name.h"

namespace attention_lab {

/// A matrix, or a row, a column or a cell of it.
struct Place {
  MatrixRef matrix;
  std::optional<Index> row;     // all rows where empty
  std::optional<Index> column;  // all columns where empty

  bool operator==(const Place&) const = default;
};

/// The matrix in which the pipeline shows the numbers of `name`, where several hold the same: X for Q, K and
/// V of projection identity, scaled_scores for masked_scores without a mask, context for what becomes of the
/// head_output of one head, or of concatenated, without W_o, and head_output for concatenated of one head.
MatrixName shown_matrix(const Model& model, MatrixName name);

}  // namespace attention_lab
