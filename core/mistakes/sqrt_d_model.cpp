#include <cmath>
#include <string>

#include "core/mistakes/stages.h"
#include "core/mistakes/variants.h"

namespace attention_lab::mistakes {

Result<Trace> sqrt_d_model(const Model& model) {
  if (model.options.scale.kind != Scale::Kind::sqrt_d_k) {
    return Error{ErrorCode::not_found,
                 "This document does not divide by √d_k, so √d_model cannot be taken for it: set its scale "
                 "to sqrt_d_k to see this mistake.",
                 "options.scale"};
  }
  if (model.d_k() == model.d_model()) {
    return Error{
        ErrorCode::not_found,
        "d_k and d_model are both " + std::to_string(model.d_k()) +
            " here, so √d_model is right: give the heads another d_k than d_model to see this mistake.",
        "options.scale"};
  }
  Model wrong = model;
  // Wrong: the width of an embedding, not of a key.
  wrong.options.scale = {Scale::Kind::custom, std::sqrt(static_cast<Scalar>(model.d_model()))};
  return right_trace(wrong);
}

}  // namespace attention_lab::mistakes
