// Places in the matrices: where the numbers of a step are, and the cells related to one cell.
#pragma once

#include <optional>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"

namespace attention_lab {

/// A matrix, or a row, a column or a cell of it.
struct Place {
  MatrixRef matrix;
  std::optional<Index> row;     // all rows if empty
  std::optional<Index> column;  // all columns if empty

  bool operator==(const Place&) const = default;
};

/// The matrix in which the pipeline shows the numbers of `name`, if several hold the same: X for Q, K and V
/// with projection identity; scaled_scores for masked_scores without a mask; without W_o, context for
/// concatenated and a single head_output; with W_o, the single head_output for concatenated.
MatrixName shown_matrix(const Model& model, MatrixName name);

/// Everything the number is computed from, and the same place in the stages before and after it. For
/// weights[i,j]: row i of X and Q, row j of K and V, the cell (i, j) of every square matrix, row i of
/// context. If words share embeddings, the rows of equal words are linked. For a column of W_q: the column of
/// Q it produces. `cell` itself is not included. A row of X is linked to Q, K and V of `shown_head`.
std::vector<Place> links_of(const Document& document, const CellRef& cell, Index shown_head);

}  // namespace attention_lab
