// Some consecutive rows or columns of a matrix.
#pragma once

#include <algorithm>

#include "core/attention/scalar.h"

namespace attention_lab {

/// `size` rows or columns from `first` on.
struct Span {
  Index first = 0;
  Index size = 0;

  Index end() const { return first + size; }
  bool is_empty() const { return size == 0; }
};

/// The part of `span` that lies in `other`.
inline Span intersection(const Span& span, const Span& other) {
  const Index first = std::max(span.first, other.first);
  return {first, std::max(std::min(span.end(), other.end()) - first, Index{0})};
}

/// The least span that holds both.
inline Span hull(const Span& a, const Span& b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  const Index first = std::min(a.first, b.first);
  return {first, std::max(a.end(), b.end()) - first};
}

}  // namespace attention_lab
