// The forward pass as a function that returns the trace.
#pragma once

#include "core/attention/forward.h"

namespace attention_lab::testing {

inline Trace trace_of(const Model& model, const Parallel& parallel = {}) {
  Trace trace;
  forward(model, trace, parallel);
  return trace;
}

}  // namespace attention_lab::testing
