#include <utility>

#include "core/mistakes/stages.h"
#include "core/mistakes/variants.h"

namespace attention_lab::mistakes {

Result<Trace> mask_after_softmax_renormalised(const Model& model) {
  Result<Trace> masked_late = mask_after_softmax(model);
  if (!masked_late) return masked_late;
  Trace trace = *std::move(masked_late);
  for (HeadStages& head : trace.heads) {
    for (Index i = 0; i < head.weights.rows(); ++i) {
      // Right after all: (e^a ÷ S) ÷ Σ (e^b ÷ S) over what is visible = e^a ÷ Σ e^b. Only where the visible
      // shares have all become 0 is 0 ÷ 0 left.
      const Scalar sum = head.weights.row(i).sum();
      head.weights.row(i) /= sum;
    }
  }
  redo_output(model, trace);
  return trace;
}

}  // namespace attention_lab::mistakes
