#include "core/attention/rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention_lab {
namespace {

constexpr auto epsilon = static_cast<double>(std::numeric_limits<Scalar>::epsilon());

}  // namespace

double rounding_of_sum(Index n) {
  return 2 * std::sqrt(static_cast<double>(n)) * epsilon;
}

double rounding_of_chain(Index n) {
  return std::max(static_cast<double>(n) * epsilon, rounding_of_sum(n));
}

double rounding_of_softmax(Index n, double largest_logit) {
  static const double largest_argument = std::log(static_cast<double>(std::numeric_limits<Scalar>::max()));
  // The difference of two logits can be twice as large as the largest magnitude.
  const double argument = std::isfinite(largest_logit) ? 2 * std::abs(largest_logit) : largest_argument;
  return rounding_of_sum(n) + (4 + std::min(argument, largest_argument)) * epsilon;
}

bool is_one(double sum_of_weights, Index n) {
  // Errors in the arguments of exp cancel here, because they are also in the sum of the exponentials.
  return std::abs(sum_of_weights - 1) <= rounding_of_softmax(n, 0);
}

}  // namespace attention_lab
