// Every intermediate of a forward pass, under its name.
#pragma once

#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab {

/// What the masks of dropout follow from.
struct DropoutDraw {
  Dropout dropout;
  Index n_tokens = 0;
  Index n_heads = 0;

  bool operator==(const DropoutDraw&) const = default;
};

/// What the forward pass computed; the matrices that are given stand in the model, and are empty here.
/// Computing into a trace of the same shapes allocates nothing.
struct Trace : Stages {
  Scalar divisor = 1;        // what the scores were divided by
  DropoutDraw dropout_draw;  // of the masks in the heads, which are drawn anew only when it changes
};

/// Whether the weight of `query` for `key` is dropped in this head of the trace.
inline bool is_dropped(const Model& model, const HeadStages& head, Index query, Index key) {
  return model.has_dropout() && head.dropout_mask(query, key) == 0;
}

}  // namespace attention_lab
