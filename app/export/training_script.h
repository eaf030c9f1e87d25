// "Copy as PyTorch" for training: a script that repeats a run.
#pragma once

#include <cstdint>
#include <string>

#include "core/result.h"
#include "core/training/run_excerpt.h"

namespace attention_lab {

/// In the first steps, the losses of PyTorch agree with the lab's to 1e-4, relative to losses above 1. Later,
/// rounding may take two runs apart: with Adam, where the loss can hardly fall any further, PyTorch's own
/// losses in float and in double were seen to differ by 1e-3 after 200 steps.
inline constexpr std::int64_t compared_steps = 100;

/// A script for PyTorch with the numbers of the first step (every digit), the data, the model as an nn.Module
/// with nn.Linear layers, and torch.optim with the same settings. It trains as many steps as the excerpt has,
/// prints some losses beside the lab's, and fails if they differ in the first compared_steps.
/// Errors: over_limit.
Result<std::string> training_script(const RunExcerpt& run);

}  // namespace attention_lab
