#include <string>
#include <utility>

#include "core/mistakes/stages.h"
#include "core/mistakes/variants.h"

namespace attention_lab::mistakes {

Result<Trace> keys_and_values_exchanged(const Model& model) {
  if (model.options.projection == Projection::identity) {
    return Error{ErrorCode::not_found,
                 "Keys and values are both X in this document, so exchanging them changes nothing: set its "
                 "projection to trainable to see this mistake.",
                 "options.projection"};
  }
  if (model.d_k() != model.d_v()) {
    return Error{ErrorCode::wrong_shape,
                 "d_k is " + std::to_string(model.d_k()) + " and d_v is " + std::to_string(model.d_v()) +
                     ", so Q·V^T does not fit: the mistake fails at once here, and stays unnoticed only "
                     "where d_k = d_v.",
                 "heads[0].W_v"};
  }
  Model wrong = model;
  for (Head& given : wrong.heads) {
    // Wrong: attention(q, v, k).
    std::swap(given.W_k, given.W_v);
    std::swap(given.b_k, given.b_v);
  }
  Trace trace = right_trace(wrong);
  // The matrices keep their names; only their use is wrong.
  for (HeadStages& head : trace.heads) head.K.swap(head.V);
  return trace;
}

}  // namespace attention_lab::mistakes
