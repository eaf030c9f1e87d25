#include "core/attention/softmax.h"

#include <cmath>

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

}  // namespace attention_lab
