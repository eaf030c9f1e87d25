// The range of numbers in a matrix.
#pragma once

#include "core/attention/types.h"

namespace attention_lab {

/// Over the finite entries; both 0 where there is none.
struct ValueRange {
  double low = 0;
  double high = 0;
  bool has_negative = false;    ///< or −∞
  bool has_not_finite = false;  ///< NaN, or an infinity that no mask put there

  /// The largest absolute value.
  double magnitude() const { return high > -low ? high : -low; }
};

/// `is_masked`: −∞ stands for a masked cell, and is no infinity of the numbers themselves.
ValueRange range_of(const MatrixView& matrix, bool is_masked);

/// The range that holds both.
ValueRange joined(const ValueRange& a, const ValueRange& b);

/// The smallest of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 × 10ⁿ that is at least `value`: the end of a legend. 1 for
/// value ≤ 0.
double round_up_nicely(double value);

}  // namespace attention_lab
