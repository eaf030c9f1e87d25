#include "core/attention/mask.h"
#include "core/mistakes/stages.h"
#include "core/mistakes/variants.h"

namespace attention_lab::mistakes {

Result<Trace> mask_after_softmax(const Model& model) {
  if (model.options.mask == Mask::none) return no_mask();
  // Wrong: softmax sees every token …
  Model unmasked = model;
  unmasked.options.mask = Mask::none;
  Trace trace = right_trace(unmasked);
  // … and what went to hidden ones is lost.
  for (HeadStages& head : trace.heads) {
    head.masked_scores = head.scaled_scores;
    const Index n_tokens = head.weights.rows();
    for (Index i = 0; i < n_tokens; ++i) {
      head.weights.row(i).tail(n_tokens - visible_keys(model.options.mask, i, n_tokens)).setZero();
    }
  }
  redo_output(model, trace);
  return trace;
}

}  // namespace attention_lab::mistakes
