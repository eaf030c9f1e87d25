#include "core/attention/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/attention/flush_denormals.h"
#include "core/attention/kernels.h"

namespace attention_lab {

SoftmaxOutcome softmax(const Scalar* logits, Scalar* probabilities, Index size, Scalar temperature) {
  const FlushDenormals flush_denormals;
  return best_kernels().softmax(logits, probabilities, size, temperature);
}

double entropy(const Scalar* probabilities, Index size) {
  double sum = 0;
  for (Index j = 0; j < size; ++j) {
    const auto p = static_cast<double>(probabilities[j]);
    if (p != 0) sum += p * std::log(p);
  }
  return 0.0 - sum;  // never −0
}

void add_softmax_derivative(const Scalar* logits, const Scalar* weights, const Scalar* direction,
                            Scalar* result, Index size, Scalar temperature) {
  const FlushDenormals flush_denormals;
  const auto is_stuck = [&](Index j) { return weights[j] == 0 || std::isinf(logits[j]); };

  // 1. Find the key with the largest weight. J maps a constant vector to zero, so its entry of `direction`
  // may be subtracted from all entries. Otherwise a row near saturation would lose every digit of its small
  // gradient in g_j − Σ w_k·g_k, the difference of two nearly equal numbers.
  Index heaviest = -1;
  for (Index j = 0; j < size; ++j) {
    if (!is_stuck(j) && (heaviest < 0 || weights[j] > weights[heaviest])) heaviest = j;
  }
  if (heaviest < 0) return;
  const Scalar reference = direction[heaviest];

  // 2. Σ w_k·g_k
  Scalar sum = 0;
  for (Index j = 0; j < size; ++j) {
    if (!is_stuck(j)) sum += weights[j] * (direction[j] - reference);
  }

  // 3. Add to the row. A subnormal temperature counts as the smallest normal number, as in softmax.
  const Scalar divisor = std::max(temperature, std::numeric_limits<Scalar>::min());
  for (Index j = 0; j < size; ++j) {
    if (!is_stuck(j)) result[j] += weights[j] * (direction[j] - reference - sum) / divisor;
  }
}

}  // namespace attention_lab
