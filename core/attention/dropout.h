// Which weights dropout leaves out.
#pragma once

#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab {

/// Whether the weight of `query` for `key` is dropped in this head of the trace.
inline bool is_dropped(const Model& model, const HeadStages& head, Index query, Index key) {
  return model.has_dropout() && head.dropout_mask(query, key) == 0;
}

}  // namespace attention_lab
