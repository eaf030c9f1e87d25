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
  // A frame around the largest score would give the answer away.
  const bool is_asked_for = player.asks_question() && player.question->kind == QuestionKind::largest_weight;
  for (const Place& place : player.numbers.results) {
    if (place.matrix == matrix && !is_asked_for) results_.push_back(place);
  }
  for (const Held& held : player.numbers.held) {
    if (held.cell.matrix == matrix) held_.push_back(held);
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
  for (const Held& held : held_) {
    if (held.cell.row == row && held.cell.column == column) return held.value;
  }
  return std::nullopt;
}

bool StepLight::is_unfinished(Index row) const {
  return std::any_of(held_.begin(), held_.end(), [row](const Held& held) { return held.cell.row == row; });
}

bool StepLight::is_covered(Index row, Index column) const {
  return player_ != nullptr && attention_lab::is_covered(*player_, CellRef{matrix_, row, column});
}

}  // namespace attention_lab
