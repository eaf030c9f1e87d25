// How the pipeline shows the current step: the cells involved are lit, all others dimmed.
#pragma once

#include <optional>
#include <vector>

#include "ui/steps/step_player.h"

namespace attention_lab {

/// The light on one matrix. Everything is lit if no step is shown.
class StepLight {
 public:
  StepLight() = default;
  /// `progress`: see step_progress().
  StepLight(const StepPlayer& player, const MatrixRef& matrix, float progress);

  /// From 0 (dimmed) to 1 (lit).
  float on(Index row, Index column) const;
  /// The light of the matrix's brightest cell.
  float on_matrix() const;
  /// The cell's partial value, if the step has not finished it.
  std::optional<Scalar> value_so_far(Index row, Index column) const;
  /// Whether a cell of the row has such a partial value.
  bool is_unfinished(Index row) const;
  /// Predict first: whether the number must stay hidden.
  bool is_covered(Index row, Index column) const;
  /// The rows, columns and cells that the step computes.
  const std::vector<Place>& results() const { return results_; }

 private:
  struct Ray {
    std::optional<Index> row;
    std::optional<Index> column;
    float strength = 1;
  };

  const StepPlayer* player_ = nullptr;  // null: no step is shown
  MatrixRef matrix_;
  std::vector<Ray> rays_;
  std::vector<Place> results_;
  std::vector<Held> held_;
};

}  // namespace attention_lab
