// Every matrix of a model and its trace, for tests that iterate over all of them.
#pragma once

#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/stages.h"

namespace attention_lab::testing {

/// All matrices that exist, in order of computation, head by head.
inline std::vector<MatrixRef> every_matrix(const Model& model, const Trace& trace) {
  std::vector<MatrixRef> found;
  for (const MatrixName name : all_matrix_names) {
    const Index n_heads = is_per_head(name) ? model.n_heads() : 1;
    for (Index head = 0; head < n_heads; ++head) {
      if (matrix_view(model, trace, {name, head}).size() > 0) found.push_back({name, head});
    }
  }
  return found;
}

/// All cells of a matrix.
inline std::vector<CellRef> every_cell(const Model& model, const Trace& trace, const MatrixRef& matrix) {
  const MatrixView view = matrix_view(model, trace, matrix);
  std::vector<CellRef> cells;
  for (Index i = 0; i < view.rows(); ++i)
    for (Index j = 0; j < view.cols(); ++j) cells.push_back({matrix, i, j});
  return cells;
}

}  // namespace attention_lab::testing
