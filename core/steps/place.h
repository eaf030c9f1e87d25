// Places in the matrices: where the numbers of a step stand, and what belongs to one number.
#pragma once

#include <optional>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"

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

/// Everything the number is made from, and the same place in the stages before and after it.
/// weights[i,j]: row i of X and Q, row j of K and V, the cell (i, j) of every square matrix, row i of
/// context. Where words own their embedding, the rows of equal words go together. A column of W_q: the column
/// of Q it makes. `cell` itself is not among the links. A row of X leads to Q, K and V of `shown_head`.
std::vector<Place> links_of(const Document& document, const CellRef& cell, Index shown_head);

}  // namespace attention_lab
