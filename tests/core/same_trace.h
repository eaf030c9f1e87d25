// Compares two traces bit for bit.
#pragma once

#include <cmath>
#include <cstring>
#include <optional>
#include <string>

#include "core/attention/matrix_name.h"
#include "core/attention/stages.h"

namespace attention_lab::testing {

/// All NaN count as equal.
inline bool have_same_bits(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (Index i = 0; i < a.size(); ++i) {
    const Scalar left = a.data()[i];
    const Scalar right = b.data()[i];
    if (std::isnan(left) && std::isnan(right)) continue;
    if (std::memcmp(&left, &right, sizeof left) != 0) return false;
  }
  return true;
}

/// The name of the first stage that differs, if any.
inline std::optional<std::string> first_difference(const Trace& actual, const Trace& expected) {
  if (actual.heads.size() != expected.heads.size()) return "heads";
  if (actual.divisor != expected.divisor) return "divisor";
  if (!(actual.dropout_draw == expected.dropout_draw)) return "dropout_draw";
  for (const MatrixName name : all_matrix_names) {
    const Index n_heads = is_per_head(name) ? static_cast<Index>(expected.heads.size()) : 1;
    for (Index head = 0; head < n_heads; ++head) {
      const MatrixRef ref = {name, head};
      if (!have_same_bits(*find(actual, ref), *find(expected, ref))) return to_string(ref, n_heads);
    }
  }
  return std::nullopt;
}

}  // namespace attention_lab::testing
