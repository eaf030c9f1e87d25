#include "core/attention/softmax.h"

#include "core/attention/flush_denormals.h"
#include "core/attention/kernels.h"

namespace attention_lab {

SoftmaxOutcome softmax(const Scalar* logits, Scalar* probabilities, Index size, Scalar temperature) {
  const FlushDenormals flush_denormals;
  return best_kernels().softmax(logits, probabilities, size, temperature);
}

}  // namespace attention_lab
