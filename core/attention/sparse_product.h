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
  const auto is_zero = [&](Index i) {
    for (Index j = 0; j < matrix.cols(); ++j)
      if (matrix(i, j) != 0) return false;
    return true;
  };
  Index first = 0;
  Index end = matrix.rows();
  while (first < end && is_zero(first)) ++first;
  while (end > first && is_zero(end - 1)) --end;
  return {first, end - first};
}

/// A right factor of at most this many numbers, with its columns rounded up, is small. Eigen's products of
/// small matrices take several times as long as add_small_product.
inline constexpr Index small_factor = 1024;
inline constexpr Index small_width = 4;  ///< columns that are computed together
constexpr Index rounded_up_width(Index n_columns) {
  return (n_columns + small_width - 1) / small_width * small_width;
}

/// Adds left·right to `height` rows and at most `width` columns of a product, whose sums fit into registers.
/// `right` are these columns, row by row.
template <int height, int width, class Left, class Product>
void add_small_tile(const Left& left, const Scalar* right, Index right_stride, Index first_row,
                    Index first_column, Product& product) {
  using Columns = Eigen::Array<Scalar, width, 1>;
  std::array<Columns, static_cast<std::size_t>(height)> sums;
#pragma GCC unroll 4
  for (Columns& sum : sums) sum.setZero();
  for (Index k = 0; k < left.cols(); ++k) {
    const Columns row = Eigen::Map<const Columns>(right + k * right_stride);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += left(first_row + static_cast<Index>(i), k) * row;
  }
  const Index n_columns = std::min(product.cols() - first_column, Index{width});
  for (std::size_t i = 0; i < sums.size(); ++i) {
    Scalar* target = &product(first_row + static_cast<Index>(i), first_column);
    if (n_columns == width) {
      Eigen::Map<Columns>(target) += sums[i];
    } else {
      for (Index j = 0; j < n_columns; ++j) target[j] += sums[i](j);
    }
  }
}

/// The same for all rows.
template <int width, class Left, class Product>
void add_small_columns(const Left& left, const Scalar* right, Index right_stride, Index first_column,
                       Product& product) {
  Index i = 0;
  for (; i + 4 <= left.rows(); i += 4)
    add_small_tile<4, width>(left, right, right_stride, i, first_column, product);
  for (; i < left.rows(); ++i) add_small_tile<1, width>(left, right, right_stride, i, first_column, product);
}

/// product += left·right. Precondition: the right factor is small.
template <class Left, class Right, class Product>
void add_small_product(const Left& left, const Right& right, Product& product) {
  // 1. The right factor row by row, followed by columns of zeros. Their products are never used.
  const Index n_columns = right.cols();
  const Index stride = rounded_up_width(n_columns);
  std::array<Scalar, static_cast<std::size_t>(small_factor)> copy;
  for (Index k = 0; k < right.rows(); ++k) {
    Scalar* row = copy.data() + k * stride;
    for (Index j = 0; j < n_columns; ++j) row[j] = right(k, j);
    for (Index j = n_columns; j < stride; ++j) row[j] = 0;
  }

  // 2. Several columns at a time.
  Index j = 0;
  for (; j + 2 * small_width <= stride; j += 2 * small_width)
    add_small_columns<2 * small_width>(left, copy.data() + j, stride, j, product);
  if (j < stride) add_small_columns<small_width>(left, copy.data() + j, stride, j, product);
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
  if (inner.size * rounded_up_width(columns.size) <= small_factor) {
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
