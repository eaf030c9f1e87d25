// How the pipeline shows the present step: what takes part is lit, the rest dimmed.
#pragma once

#include <optional>
#include <vector>

#include "ui/steps/step_player.h"

namespace attention_lab {

/// The light on one matrix. Everything is lit while no step is shown.
class StepLight {
 public:
  StepLight() = default;
  /// `progress`: see step_progress.
  StepLight(const StepPlayer& player, const MatrixRef& matrix, float progress);

  /// From 0, dimmed, to 1, lit.
  float on(Index row, Index column) const;
  /// On the whole matrix: as its brightest cell.
  float on_matrix() const;
  /// What the cell holds so far, where the step has not finished it.
  std::optional<Scalar> value_so_far(Index row, Index column) const;
  /// Some cell of the row holds such a number.
  bool is_unfinished(Index row) const;
  /// Predict first: the number must not be seen.
  bool is_covered(Index row, Index column) const;
  /// Rows, columns and cells that the step makes.
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
