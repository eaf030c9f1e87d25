// The forward pass, whole or in part, with a chosen variant of the kernels: what `forward` and `recompute`
// are made of, and what the tests compare.
#pragma once

#include "core/attention/changes.h"
#include "core/attention/kernels.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/attention/types.h"

namespace attention_lab {

/// As forward(). Precondition: the machine runs `kernels` (see runnable_kernels).
void forward_with(const Kernels& kernels, const Model& model, Trace& trace, const Parallel& parallel = {});

/// As recompute(), with the same precondition.
void recompute_with(const Kernels& kernels, const Model& before, const Model& after, Trace& trace,
                    const Parallel& parallel = {});

/// Computes what `changes` leave to be done, until `trace` is that of `model`. Precondition: `trace` is that
/// of a model from which this one differs by no more than `changes`.
void compute(const Kernels& kernels, const Model& model, const Changes& changes, Trace& trace,
             const Parallel& parallel);

}  // namespace attention_lab
