#include "core/training/weight_objective.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "core/attention/softmax.h"

namespace attention_lab {

WeightObjective::WeightObjective(Model model, const CellRef& weight)
    : AttentionObjective(std::move(model), weight.matrix.head), weight_(weight) {
  assert(weight.matrix.name == MatrixName::weights);
  assert(is_visible(this->model().options.mask, weight.row, weight.column, this->model().n_tokens()));
}

void WeightObjective::use(const TrainingSettings& settings) {
  target_ = static_cast<double>((*settings.target)(weight_.row, weight_.column));
}

std::vector<MatrixRef> WeightObjective::parameters() const {
  return {{MatrixName::W_q, head()}, {MatrixName::W_k, head()}};
}

double WeightObjective::least_loss() const {
  const auto target = static_cast<Scalar>(target_);
  const std::array probabilities = {target, Scalar{1} - target};
  return entropy(probabilities.data(), 2);
}

double WeightObjective::evaluate() {
  const HeadStages& head = pass_forward();
  const Index n = model().n_tokens();
  const auto for_each_key = [&](auto see) {
    for_each_visible_key(model().options.mask, weight_.row, n, see);
  };
  const auto temperature = static_cast<double>(model().options.temperature);
  const auto row = scores_for_softmax(model(), head).row(weight_.row);

  // 1. The logits: that of the weight, and ln Σ exp of the others, with which it competes.
  const Index key = weight_.column;
  double largest = -std::numeric_limits<double>::infinity();
  for_each_key([&](Index k) {
    if (k != key) largest = std::max(largest, static_cast<double>(row(k)) / temperature);
  });
  const auto part = [&](Index k) {
    return k == key ? 0 : std::exp(static_cast<double>(row(k)) / temperature - largest);
  };
  double sum = 0;
  for_each_key([&](Index k) { sum += part(k); });
  const double margin = static_cast<double>(row(key)) / temperature - largest - std::log(sum);

  // 2. The loss: −ln w = ln(1 + exp(−margin)) and −ln(1 − w) = ln(1 + exp(margin)), without overflow.
  const double smaller = std::log1p(std::exp(-std::abs(margin)));
  const double loss = smaller + (margin >= 0 ? (1 - target_) * margin : -target_ * margin);

  // 3. The gradients.
  const double weight = 1 / (1 + std::exp(-margin));
  const double pull = (weight - target_) / temperature;
  score_gradient_.setZero(n, n);
  for_each_key([&](Index k) {
    score_gradient_(weight_.row, k) = static_cast<Scalar>(k == key ? pull : -pull * part(k) / sum);
  });
  pass_backward(score_gradient_);
  return loss;
}

}  // namespace attention_lab
