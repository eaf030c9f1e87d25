// What follows from what: the rows, columns and cells that belong to one number.
#pragma once

#include <optional>
#include <vector>

#include "core/attention/matrix_name.h"

namespace attention_lab {

/// A row, a column or a cell of a matrix that belongs to the number looked at.
struct Link {
  MatrixRef matrix;
  std::optional<Index> row;     // all columns where empty
  std::optional<Index> column;  // all rows where empty
};

/// Everything the number is made from, and the same place in the stages before and after it.
/// weights[i,j]: row i of X and Q, row j of K and V, the cell (i, j) of every square matrix, row i of
/// context. A column of W_q: the column of Q it makes. `cell` itself is not among the links.
std::vector<Link> links_of(const Model& model, const CellRef& cell);

}  // namespace attention_lab
