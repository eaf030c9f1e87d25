#include <cmath>

#include "core/attention/matrix_name.h"
#include "core/mistakes/stages.h"
#include "core/mistakes/variants.h"

namespace attention_lab::mistakes {

Result<Trace> softmax_without_maximum(const Model& model) {
  Trace trace = right_trace(model);
  for (HeadStages& head : trace.heads) {
    const Matrix& scores = scores_for_softmax(model, head);
    for (Index i = 0; i < head.weights.rows(); ++i) {
      // Wrong: exp of a large score is infinite, and ∞ ÷ ∞ is NaN; where all of them are very negative,
      // 0 ÷ 0 is too.
      for (Index j = 0; j < head.weights.cols(); ++j)
        head.weights(i, j) = std::exp(scores(i, j) / model.options.temperature);
      // In several sums side by side, as libraries do: one alone drifts where a thousand terms are equal.
      const Scalar sum = head.weights.row(i).sum();
      head.weights.row(i) /= sum;
    }
  }
  redo_output(model, trace);
  return trace;
}

}  // namespace attention_lab::mistakes
