#include "core/training/match_objective.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/attention/softmax.h"

namespace attention_lab {
namespace {

/// ln Σ_j exp(logits_j ÷ temperature).
double log_sum_exp(const Scalar* logits, Index size, double temperature, double& maximum) {
  maximum = static_cast<double>(logits[0]);
  for (Index j = 1; j < size; ++j) maximum = std::max(maximum, static_cast<double>(logits[j]));
  double sum = 0;
  for (Index j = 0; j < size; ++j) sum += std::exp((static_cast<double>(logits[j]) - maximum) / temperature);
  return std::log(sum);
}

}  // namespace

MatchObjective::MatchObjective(Model model, Index head) : AttentionObjective(std::move(model), head) {}

void MatchObjective::use(const TrainingSettings& settings) {
  target_ = settings.target;
  assert(target_->rows() == model().n_tokens() && target_->cols() == model().n_tokens());
  least_loss_ = 0;
  for (Index i = 0; i < target_->rows(); ++i)
    least_loss_ += entropy(target_->row(i).data(), target_->cols()) / static_cast<double>(target_->rows());
}

std::vector<MatrixRef> MatchObjective::parameters() const {
  std::vector<MatrixRef> found;
  for (const MatrixName name : {word_embeddings(model()), MatrixName::position_embeddings, MatrixName::W_q,
                                MatrixName::W_k, MatrixName::b_q, MatrixName::b_k}) {
    const MatrixRef ref{name, is_per_head(name) ? head() : 0};
    if (is_given(model(), name) && matrix_view(model(), Trace{}, ref).size() > 0) found.push_back(ref);
  }
  return found;
}

double MatchObjective::evaluate() {
  const HeadStages& head = pass_forward();
  const Matrix& scores = scores_for_softmax(model(), head);
  const Index n = scores.rows();
  const auto temperature = static_cast<double>(model().options.temperature);

  // 1. The loss. ln weights is computed from the scores: a weight may round to 0, whose logarithm is −∞.
  double loss = 0;
  for (Index i = 0; i < n; ++i) {
    double maximum = 0;
    const double log_sum = log_sum_exp(scores.row(i).data(), n, temperature, maximum);
    for (Index j = 0; j < n; ++j) {
      const auto target = static_cast<double>((*target_)(i, j));
      if (target > 0)
        loss -= target * ((static_cast<double>(scores(i, j)) - maximum) / temperature - log_sum);
    }
  }

  // 2. The gradients.
  score_gradient_ = head.weights - *target_;
  score_gradient_ /= static_cast<Scalar>(n) * model().options.temperature;
  pass_backward(score_gradient_);
  return loss / static_cast<double>(n);
}

}  // namespace attention_lab
