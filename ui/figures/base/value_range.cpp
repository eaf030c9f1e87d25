#include "ui/figures/base/value_range.h"

#include <algorithm>
#include <cmath>

namespace attention_lab {

ValueRange range_of(const MatrixView& matrix, bool is_masked) {
  ValueRange range;
  bool is_first = true;
  for (Index i = 0; i < matrix.size(); ++i) {
    const double value = static_cast<double>(matrix.data()[i]);
    if (value < 0) range.has_negative = true;
    if (!std::isfinite(value)) {
      if (!(is_masked && std::isinf(value) && value < 0)) range.has_not_finite = true;
      continue;
    }
    range.low = is_first ? value : std::min(range.low, value);
    range.high = is_first ? value : std::max(range.high, value);
    is_first = false;
  }
  return range;
}

std::optional<Index> strongest_column(const MatrixView& values, const Mask& mask, Index row) {
  std::optional<Index> strongest;
  for (Index column = 0; column < values.cols(); ++column) {
    const Scalar size = std::fabs(values(row, column));
    if (!std::isfinite(size) || !is_visible(mask, row, column, values.cols())) continue;
    if (!strongest || size > std::fabs(values(row, *strongest))) strongest = column;
  }
  return strongest;
}

ValueRange joined(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.has_negative || b.has_negative,
          a.has_not_finite || b.has_not_finite};
}

double round_up_nicely(double value) {
  if (!(value > 0) || std::isinf(value)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
    if (value <= step * power * (1 + 1e-9)) return step * power;
  }
  return 10 * power;
}

double legend_end_of_weights(double largest, bool is_after_dropout) {
  const double end = round_up_nicely(largest);
  return is_after_dropout ? end : std::min(1.0, end);
}

}  // namespace attention_lab
