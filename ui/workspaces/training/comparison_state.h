// The second run of the training workspace.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/experiments/run.h"
#include "core/training/run_comparison.h"

namespace attention_lab {

struct RunComparisonState {
  std::optional<RunDifference> wanted;  // empty: nothing is to be compared

  std::unique_ptr<RunComparison> runs;  // null: not begun, or not possible
  std::string problem;                  // why it is not possible
  std::uint64_t first_run = 0;          // see TrainingState::runs
  std::uint64_t begun = 0;              // second runs so far
  SlicePace pace;

  bool is_working() const { return runs && !runs->is_finished(); }
};

}  // namespace attention_lab
