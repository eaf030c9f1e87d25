// The number and matrix types that the whole lab computes with.
#pragma once

#include <type_traits>

#include <Eigen/Core>

#include "core/attention/scalar.h"

namespace attention_lab {

static_assert(std::is_same_v<Index, Eigen::Index>);

/// Row-major, because rows are tokens: a token's vector is contiguous.
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<Scalar, 1, Eigen::Dynamic>;

/// A read-only look at a matrix (or a row vector, as one row) that somebody else owns.
using MatrixView = Eigen::Map<const Matrix>;

inline MatrixView view_of(const Matrix& m) {
  return {m.data(), m.rows(), m.cols()};
}
inline MatrixView view_of(const RowVector& v) {
  return {v.data(), v.size() == 0 ? 0 : 1, v.size()};
}

}  // namespace attention_lab
