// When each number of the pipeline is complete while the steps of one token are played.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/document/session.h"
#include "core/steps/step.h"

namespace attention_lab {

/// Indices into the list of steps. Matrices that no step computes are in neither map.
struct StepCompletions {
  std::map<MatrixName, std::vector<std::size_t>> cells;  // of the token's row: the step that ends each column
  std::map<MatrixName, std::vector<std::size_t>> rows;   // K and V: the step that completes each row
};

/// Empty for the steps of all tokens at once.
StepCompletions completions_of(const Session& session, const std::vector<Step>& steps);

/// Whether a step after `at` completes the cell.
bool is_to_come(const StepCompletions& completions, const CellRef& cell, Index token, std::size_t at);

}  // namespace attention_lab
