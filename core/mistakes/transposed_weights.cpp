#include <string>

#include "core/mistakes/stages.h"
#include "core/mistakes/variants.h"

namespace attention_lab::mistakes {

Result<Trace> transposed_weights(const Model& model) {
  if (model.options.projection == Projection::identity) {
    return Error{ErrorCode::not_found,
                 "This document has no weights that could be transposed: set its projection to trainable to "
                 "see this mistake.",
                 "options.projection"};
  }
  // All heads have the same shapes.
  const Head& head = model.heads.front();
  const struct {
    const char* name;
    const Matrix& W;
  } weights[] = {{"W_q", *head.W_q}, {"W_k", *head.W_k}, {"W_v", *head.W_v}};
  for (const auto& [name, W] : weights) {
    if (W.rows() == W.cols()) continue;
    return Error{
        ErrorCode::wrong_shape,
        std::string(name) + " is " + shape_text(W) +
            ", and its transpose does not fit X: the mistake fails at once here, and stays unnoticed "
            "only where d_k = d_v = d_model.",
        std::string("heads[0].") + name};
  }

  Model wrong = model;
  for (Head& given : wrong.heads) {
    // Wrong: (out, in) is read as (in, out).
    given.W_q = Matrix(given.W_q->transpose());
    given.W_k = Matrix(given.W_k->transpose());
    given.W_v = Matrix(given.W_v->transpose());
  }
  return right_trace(wrong);
}

}  // namespace attention_lab::mistakes
