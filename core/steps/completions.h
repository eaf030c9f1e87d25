// When each number of the pipeline is finished, as one token goes through it.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/session.h"
#include "core/steps/step.h"

namespace attention_lab {

/// Places in the list of steps. Matrices that no step makes are in neither.
struct StepCompletions {
  std::map<MatrixName, std::vector<std::size_t>> cells;  // of the token's row: the step that ends each column
  std::map<MatrixName, std::vector<std::size_t>> rows;   // K and V: the step that makes each row
};

/// Empty for all tokens at once.
StepCompletions completions_of(const Session& session, const std::vector<Step>& steps);

/// Whether a step after `at` finishes the cell.
bool is_to_come(const StepCompletions& completions, const CellRef& cell, Index token, std::size_t at);

}  // namespace attention_lab
