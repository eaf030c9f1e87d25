// The forward pass, full or partial, with a chosen variant of the kernels: `forward` and `recompute` are
// built on it, and the tests compare the variants through it.
#pragma once

#include <span>

#include "core/attention/changes.h"
#include "core/attention/kernels.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/attention/types.h"

namespace attention_lab {

/// Like forward(). Precondition: the machine supports `kernels` (see runnable_kernels).
void forward_with(const Kernels& kernels, const Model& model, Trace& trace, const Parallel& parallel = {});

/// Like recompute(), with the same precondition.
void recompute_with(const Kernels& kernels, const Model& before, const Model& after, Trace& trace,
                    const Parallel& parallel = {});

/// Recomputes what `changes` names, which makes `trace` the trace of `model`. Precondition: `trace` is the
/// trace of a model that differs from `model` by no more than `changes`. With `sentences`, tokens attend only
/// to their own sentence (see forward_sentences), and `changes` must be everything. With `dropout_masks`,
/// those are used, and none are drawn.
void compute(const Kernels& kernels, const Model& model, const Changes& changes, Trace& trace,
             const Parallel& parallel, std::span<const Span> sentences = {},
             std::span<const Matrix> dropout_masks = {});

}  // namespace attention_lab
