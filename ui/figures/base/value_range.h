// The range of numbers in a matrix.
#pragma once

#include <optional>

#include "core/attention/mask.h"
#include "core/attention/types.h"

namespace attention_lab {

/// The range of the finite entries; both limits are 0 if there are none.
struct ValueRange {
  double low = 0;
  double high = 0;
  bool has_negative = false;    ///< or −∞
  bool has_not_finite = false;  ///< NaN, or an infinity that does not come from a mask

  /// The largest absolute value.
  double magnitude() const { return high > -low ? high : -low; }
};

/// If `is_masked`, −∞ represents a masked cell and does not count as an infinity.
ValueRange range_of(const MatrixView& matrix, bool is_masked);

/// The column with the largest visible, finite number of the row, by absolute value; nullopt if there is
/// none.
std::optional<Index> strongest_column(const MatrixView& values, const Mask& mask, Index row);

/// The smallest range that contains both.
ValueRange joined(const ValueRange& a, const ValueRange& b);

/// The smallest of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 × 10ⁿ that is at least `value`, for the end of a legend; 1
/// if value ≤ 0.
double round_up_nicely(double value);

/// The end of the legend of attention weights, the largest of which is given. Only what dropout leaves of
/// them may exceed 1, because it is divided by 1 − p.
double legend_end_of_weights(double largest, bool is_after_dropout);

}  // namespace attention_lab
