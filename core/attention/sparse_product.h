// Products of matrices in which often only one row, one column or nothing is nonzero.
#pragma once

#include <algorithm>

#include "core/attention/types.h"

namespace attention_lab {

/// The rows from the first to the last nonzero one. Fast for a dense matrix.
template <class Derived>
Span rows_in_use(const Eigen::MatrixBase<Derived>& matrix) {
  const auto is_zero = [&](Index i) { return (matrix.row(i).array() == 0).all(); };
  Index first = 0;
  Index end = matrix.rows();
  while (first < end && is_zero(first)) ++first;
  while (end > first && is_zero(end - 1)) --end;
  return {first, end - first};
}

/// product += left·right. Skips leading and trailing zero rows and columns of the factors, so they do not
/// turn an infinity in the other factor into NaN. `product` must be neither factor. Allocates nothing.
template <class Left, class Right>
void add_product(const Eigen::MatrixBase<Left>& left, const Eigen::MatrixBase<Right>& right,
                 Matrix& product) {
  // 1. The nonzero part of each factor.
  const Span rows = rows_in_use(left);
  if (rows.is_empty()) return;
  const Span columns = rows_in_use(right.transpose());
  if (columns.is_empty()) return;
  const Span inner = intersection(rows_in_use(left.middleRows(rows.first, rows.size).transpose()),
                                  rows_in_use(right.middleCols(columns.first, columns.size)));

  // 2. Their product, in pieces small enough that Eigen's copies of them fit on the stack.
  constexpr Index piece = 128;
  for (Index i = 0; i < rows.size; i += piece) {
    const Index n_rows = std::min(piece, rows.size - i);
    for (Index j = 0; j < columns.size; j += piece) {
      const Index n_columns = std::min(piece, columns.size - j);
      for (Index k = 0; k < inner.size; k += piece) {
        const Index n_inner = std::min(piece, inner.size - k);
        product.block(rows.first + i, columns.first + j, n_rows, n_columns).noalias() +=
            left.block(rows.first + i, inner.first + k, n_rows, n_inner) *
            right.block(inner.first + k, columns.first + j, n_inner, n_columns);
      }
    }
  }
}

}  // namespace attention_lab
