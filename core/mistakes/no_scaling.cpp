#include "core/mistakes/stages.h"
#include "core/mistakes/variants.h"

namespace attention_lab::mistakes {

Result<Trace> no_scaling(const Model& model) {
  if (model.divisor() == 1) {
    return Error{ErrorCode::not_found,
                 "The divisor of this document is 1, so there is no division to forget: choose the scale "
                 "sqrt_d_k and a d_k above 1 to see this mistake.",
                 "options.scale"};
  }
  Model wrong = model;
  // Wrong: nothing keeps the scores from growing with d_k.
  wrong.options.scale.kind = Scale::Kind::none;
  return right_trace(wrong);
}

}  // namespace attention_lab::mistakes
