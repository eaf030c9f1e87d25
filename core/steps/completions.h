// When each number of the pipeline is complete while the steps of one token are played.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
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

/// The step with which the cell is known: the one that completes it. The other tokens' rows are known only
/// with the last number of the token's own row, since they may hold the same numbers (equal words, X·X^T).
/// Nothing if no step computes the matrix.
std::optional<std::size_t> known_with(const StepCompletions& completions, const CellRef& cell, Index token);

/// The step that completes the matrix, as far as steps compute it.
std::optional<std::size_t> complete_with(const StepCompletions& completions, MatrixName name);

}  // namespace attention_lab
