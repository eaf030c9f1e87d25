// What follows from what: the rows, columns and cells that belong to one number.
#pragma once

#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/document.h"
#include "core/steps/place.h"

namespace attention_lab {

/// Everything the number is made from, and the same place in the stages before and after it.
/// weights[i,j]: row i of X and Q, row j of K and V, the cell (i, j) of every square matrix, row i of
/// context. Where words own their embedding, the rows of equal words go together. A column of W_q: the column
/// of Q it makes. `cell` itself is not among the links. A row of X leads to Q, K and V of `shown_head`.
std::vector<Place> links_of(const Document& document, const CellRef& cell, Index shown_head);

}  // namespace attention_lab
