// The number and matrix types of the whole program.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <type_traits>

#include <Eigen/Core>

#include "core/attention/scalar.h"

namespace attention_lab {

static_assert(std::is_same_v<Index, Eigen::Index>);

/// Row-major, because rows are tokens: the vector of a token is contiguous.
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<Scalar, 1, Eigen::Dynamic>;

/// A read-only view of a matrix (or of a row vector, as one row) owned by someone else.
using MatrixView = Eigen::Map<const Matrix>;

/// The same with write access.
using WritableView = Eigen::Map<Matrix>;

inline MatrixView view_of(const Matrix& m) {
  return {m.data(), m.rows(), m.cols()};
}
inline MatrixView view_of(const RowVector& v) {
  return {v.data(), v.size() == 0 ? 0 : 1, v.size()};
}

/// Compares bit for bit: 0 and −0 differ, and a NaN equals itself.
inline bool have_same_bits(const Scalar* a, const Scalar* b, Index size) {
  return size == 0 || std::memcmp(a, b, static_cast<std::size_t>(size) * sizeof(Scalar)) == 0;
}

/// The same of two matrices, which may differ in shape.
inline bool have_same_bits(const MatrixView& a, const MatrixView& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && have_same_bits(a.data(), b.data(), a.size());
}

/// `size` rows or columns starting at `first`.
struct Span {
  Index first = 0;
  Index size = 0;

  Index end() const { return first + size; }
  bool is_empty() const { return size == 0; }
  bool operator==(const Span&) const = default;
};

/// The part of `span` that is also in `other`.
inline Span intersection(const Span& span, const Span& other) {
  const Index first = std::max(span.first, other.first);
  return {first, std::max(std::min(span.end(), other.end()) - first, Index{0})};
}

/// The smallest span that contains both.
inline Span hull(const Span& a, const Span& b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  const Index first = std::min(a.first, b.first);
  return {first, std::max(a.end(), b.end()) - first};
}

/// Runs task(0) … task(count − 1), each exactly once, in any order and possibly concurrently, and returns
/// when all are done. The program passes one that uses threads; core itself uses none.
using Parallel = std::function<void(Index count, const std::function<void(Index)>& task)>;

}  // namespace attention_lab
