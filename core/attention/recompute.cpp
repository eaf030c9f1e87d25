#include "core/attention/recompute.h"

#include "core/attention/changes.h"
#include "core/attention/forward_with.h"
#include "core/attention/kernels.h"

namespace attention_lab {

void recompute_with(const Kernels& kernels, const Model& before, const Model& after, Trace& trace,
                    const Parallel& parallel) {
  const Changes changes = trace.heads.empty() ? everything(after) : changes_between(before, after);
  compute(kernels, after, changes, trace, parallel);
}

void recompute(const Model& before, const Model& after, Trace& trace, const Parallel& parallel) {
  recompute_with(best_kernels(), before, after, trace, parallel);
}

}  // namespace attention_lab
