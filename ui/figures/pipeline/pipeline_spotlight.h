// Which rows, columns and numbers of a matrix are marked, and which the spotlight leaves lit.
#pragma once

#include <vector>

#include "ui/figures/pipeline/pipeline_marks.h"

namespace attention_lab {

/// The row of a token, and its column if the columns are tokens too; nothing in a matrix without tokens.
std::vector<Place> places_of_token(const MatrixRef& matrix, Index token);

/// The light on one matrix.
class StageSpotlight {
 public:
  /// Everything is lit without marks, or if they have no spotlight.
  StageSpotlight(const PipelineMarks* marks, const MatrixRef& matrix);

  /// From 0 (dimmed) to 1 (lit).
  float on(Index row, Index column) const;
  float on_row_label(Index row) const;
  float on_column_label(Index column) const;
  float on_matrix() const;

 private:
  bool is_on_ = false;
  std::vector<Place> lit_;  // of this matrix
};

}  // namespace attention_lab
