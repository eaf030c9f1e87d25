#include <limits>

#include "core/mistakes/stages.h"
#include "core/mistakes/variants.h"

namespace attention_lab::mistakes {

Result<Trace> mask_upside_down(const Model& model) {
  if (model.options.mask == Mask::none) return no_mask();
  Trace trace = right_trace(model);
  for (HeadStages& head : trace.heads) {
    head.masked_scores = head.scaled_scores;
    for (Index i = 0; i < head.masked_scores.rows(); ++i) {
      // Wrong: the past is hidden.
      head.masked_scores.row(i).head(i).setConstant(-std::numeric_limits<Scalar>::infinity());
    }
  }
  redo_softmax(model, trace);
  redo_output(model, trace);
  return trace;
}

}  // namespace attention_lab::mistakes
