// The forward pass with a chosen variant of the kernels: what `forward` is made of, and what the tests
// compare.
#pragma once

#include "core/attention/kernels.h"
#include "core/attention/model.h"
#include "core/attention/parallel.h"
#include "core/attention/trace.h"

namespace attention_lab {

/// As forward(). Precondition: the machine runs `kernels` (see runnable_kernels).
void forward_with(const Kernels& kernels, const Model& model, Trace& trace, const Parallel& parallel = {});

}  // namespace attention_lab
