// Products of matrices in which often only one row, one column or nothing is nonzero.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

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

/// A right factor of at most this many numbers is small. Eigen's products of small matrices take several
/// times as long as add_small_product.
inline constexpr Index small_factor = 1024;

/// Adds left·right to `width` columns of a product. `right` are these columns, row by row.
template <int width, class Left, class Product>
void add_small_columns(const Left& left, const Scalar* right, Index right_stride, Index first_column,
                       Product& product) {
  for (Index i = 0; i < left.rows(); ++i) {
    Scalar sums[width] = {};
    for (Index k = 0; k < left.cols(); ++k) {
      const Scalar number = left(i, k);
      const Scalar* row = right + k * right_stride;
      for (int j = 0; j < width; ++j) sums[j] += number * row[j];
    }
    for (int j = 0; j < width; ++j) product(i, first_column + j) += sums[j];
  }
}

/// product += left·right. Precondition: right.size() ≤ small_factor.
template <class Left, class Right, class Product>
void add_small_product(const Left& left, const Right& right, Product& product) {
  // 1. The right factor row by row, without gaps.
  std::array<Scalar, static_cast<std::size_t>(small_factor)> copy;
  Eigen::Map<Matrix>(copy.data(), right.rows(), right.cols()) = right;

  // 2. As many columns at a time as fit into registers.
  const Index n_columns = right.cols();
  Index j = 0;
  for (; j + 8 <= n_columns; j += 8) add_small_columns<8>(left, copy.data() + j, n_columns, j, product);
  if (j + 4 <= n_columns) {
    add_small_columns<4>(left, copy.data() + j, n_columns, j, product);
    j += 4;
  }
  for (; j < n_columns; ++j) add_small_columns<1>(left, copy.data() + j, n_columns, j, product);
}

/// product += left·right. Skips leading and trailing zero rows and columns of the factors, so they do not
/// turn an infinity in the other factor into NaN. `product` is a matrix or a block of one; it must be neither
/// factor. Allocates nothing.
template <class Left, class Right, class Product>
void add_product(const Eigen::MatrixBase<Left>& left, const Eigen::MatrixBase<Right>& right,
                 Product&& product) {
  // 1. The nonzero part of each factor.
  const Span rows = rows_in_use(left);
  if (rows.is_empty()) return;
  const Span columns = rows_in_use(right.transpose());
  if (columns.is_empty()) return;
  const Span inner = intersection(rows_in_use(left.middleRows(rows.first, rows.size).transpose()),
                                  rows_in_use(right.middleCols(columns.first, columns.size)));

  // 2. Their product, in one piece if it is small,
  if (inner.size * columns.size <= small_factor) {
    auto part = product.block(rows.first, columns.first, rows.size, columns.size);
    add_small_product(left.block(rows.first, inner.first, rows.size, inner.size),
                      right.block(inner.first, columns.first, inner.size, columns.size), part);
    return;
  }
  // and otherwise in pieces small enough that Eigen's copies of them fit on the stack.
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
