#include "core/mistakes/forward_with_mistake.h"

#include "core/attention/flush_denormals.h"
#include "core/mistakes/variants.h"

namespace attention_lab {

Result<Trace> forward_with_mistake(const Model& model, Mistake mistake) {
  const FlushDenormals flush_denormals;
  switch (mistake) {
    case Mistake::softmax_over_queries: return mistakes::softmax_over_queries(model);
    case Mistake::transposed_weights: return mistakes::transposed_weights(model);
    case Mistake::sqrt_d_model: return mistakes::sqrt_d_model(model);
    case Mistake::no_scaling: return mistakes::no_scaling(model);
    case Mistake::mask_after_softmax: return mistakes::mask_after_softmax(model);
    case Mistake::mask_after_softmax_renormalised: return mistakes::mask_after_softmax_renormalised(model);
    case Mistake::mask_upside_down: return mistakes::mask_upside_down(model);
    case Mistake::keys_and_values_exchanged: return mistakes::keys_and_values_exchanged(model);
    case Mistake::softmax_without_maximum: return mistakes::softmax_without_maximum(model);
  }
  return Error{ErrorCode::not_found, "There is no such mistake.", ""};
}

}  // namespace attention_lab
