#include "core/experiments/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_lab {

Estimate scaled(const Estimate& estimate, double factor) {
  const double size = std::abs(factor);
  return {estimate.mean * factor, estimate.mean_standard_error * size, estimate.variance * factor * factor,
          estimate.variance_standard_error * factor * factor};
}

Estimate Moments::estimate() const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (count_ < 2) return {none, none, none, none};
  const auto n = static_cast<double>(count_);
  const double mean = sum_ / n;
  // Central moments from those around 0. Rounding must not make them negative.
  const double second = std::max(0.0, squares_ / n - mean * mean);
  const double fourth =
      fourths_ / n - 4 * mean * cubes_ / n + 6 * mean * mean * squares_ / n - 3 * mean * mean * mean * mean;
  const double variance = second * n / (n - 1);
  const double spread = std::max(0.0, fourth - variance * variance * (n - 3) / (n - 1));
  return scaled({mean + center_ / unit_, std::sqrt(variance / n), variance, std::sqrt(spread / n)}, unit_);
}

}  // namespace attention_lab
