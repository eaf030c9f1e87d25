#include "ui/steps/step_light.h"

#include <algorithm>

namespace attention_lab {

StepLight::StepLight(const StepPlayer& player, const MatrixRef& matrix, float progress) : matrix_(matrix) {
  if (!player.is_open || player.steps.empty()) return;
  player_ = &player;
  const auto shine = [&](const std::vector<Place>& places, float strength) {
    for (const Place& place : places) {
      if (place.matrix == matrix) rays_.push_back({place.row, place.column, strength});
    }
  };
  shine(player.numbers.operands, progress);
  shine(player.numbers.results, progress);
  if (progress < 1) shine(player.lit_before, 1 - progress);
  for (const Place& place : player.numbers.results) {
    if (place.matrix == matrix) results_.push_back(place);
  }
}

float StepLight::on(Index row, Index column) const {
  if (player_ == nullptr) return 1;
  float light = 0;
  for (const Ray& ray : rays_) {
    if (ray.row.value_or(row) == row && ray.column.value_or(column) == column)
      light = std::max(light, ray.strength);
  }
  return light;
}

float StepLight::on_matrix() const {
  if (player_ == nullptr) return 1;
  float light = 0;
  for (const Ray& ray : rays_) light = std::max(light, ray.strength);
  return light;
}

std::optional<Scalar> StepLight::value_so_far(Index row, Index column) const {
  if (player_ == nullptr || !player_->numbers.is_partial) return std::nullopt;
  const std::vector<CellRef>& cells = player_->numbers.cells;
  const auto found = std::find(cells.begin(), cells.end(), CellRef{matrix_, row, column});
  if (found == cells.end()) return std::nullopt;
  return player_->numbers.values[static_cast<std::size_t>(found - cells.begin())];
}

bool StepLight::is_covered(Index row, Index column) const {
  return player_ != nullptr && attention_lab::is_covered(*player_, CellRef{matrix_, row, column});
}

}  // namespace attention_lab
