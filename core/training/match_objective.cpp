#include "core/training/match_objective.h"

#include <array>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

#include "core/attention/backward.h"
#include "core/attention/forward.h"
#include "core/attention/softmax.h"
#include "core/document/checks.h"
#include "core/words/matrix_words.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

std::string place_in_target(Index row) {
  return "target[" + std::to_string(row) + "]";
}
std::string place_in_target(Index row, Index column) {
  return place_in_target(row) + "[" + std::to_string(column) + "]";
}

std::optional<Error> refuse_number(const Model& model, Scalar number, Index row, Index column) {
  if (!std::isfinite(number)) {
    return Error{ErrorCode::not_finite, "This number is not finite; give a finite one.",
                 place_in_target(row, column)};
  }
  if (number < 0) {
    return Error{ErrorCode::out_of_range, "Attention cannot be negative; give a number from 0 to 1.",
                 place_in_target(row, column)};
  }
  if (number > 0 && !is_visible(model.options.mask, row, column)) {
    return Error{ErrorCode::out_of_range,
                 "The causal mask hides this key, so its attention is always 0; give 0 here, or turn off the "
                 "mask.",
                 place_in_target(row, column)};
  }
  return std::nullopt;
}

/// ln Σ_j exp(logits_j ÷ temperature).
double log_sum_exp(const Scalar* logits, Index size, double temperature, double& maximum) {
  maximum = static_cast<double>(logits[0]);
  for (Index j = 1; j < size; ++j) maximum = std::max(maximum, static_cast<double>(logits[j]));
  double sum = 0;
  for (Index j = 0; j < size; ++j) sum += std::exp((static_cast<double>(logits[j]) - maximum) / temperature);
  return std::log(sum);
}

}  // namespace

Result<Matrix> make_match_target(const Document& document, const Matrix& target) {
  const Index n = document.model.n_tokens();
  if (target.rows() != n || target.cols() != n) {
    return Error{
        ErrorCode::wrong_shape,
        filled("The target has <given>, but there are <tokens> tokens; give one row and one column for each "
               "token.",
               {{"given", shape_text(target.rows(), target.cols())}, {"tokens", n}}),
        "target"};
  }
  Matrix normalised = target;
  for (Index row = 0; row < n; ++row) {
    double sum = 0;
    for (Index column = 0; column < n; ++column) {
      if (std::optional<Error> refused = refuse_number(document.model, target(row, column), row, column))
        return *std::move(refused);
      sum += static_cast<double>(target(row, column));
    }
    if (sum < 1e-6) {
      return Error{
          ErrorCode::out_of_range,
          "The numbers of this row sum to 0, so they are not a distribution of attention; make at least "
          "one of them positive.",
          place_in_target(row)};
    }
    normalised.row(row) /= static_cast<Scalar>(sum);
  }
  return normalised;
}

MatchObjective::MatchObjective(Model model, Matrix target, Index head)
    : model_(std::move(model)), target_(std::move(target)), head_(head), least_loss_(0) {
  assert(!model_.is_identity() && head_ < model_.n_heads());
  for (Index i = 0; i < target_.rows(); ++i) least_loss_ += entropy(target_.row(i).data(), target_.cols());
  least_loss_ /= static_cast<double>(target_.rows());
}

std::vector<MatrixRef> MatchObjective::parameters() const {
  std::vector<MatrixRef> found;
  for (const MatrixName name : {word_embeddings(model_), MatrixName::position_embeddings, MatrixName::W_q,
                                MatrixName::W_k, MatrixName::b_q, MatrixName::b_k}) {
    const MatrixRef ref{name, is_per_head(name) ? head_ : 0};
    if (is_given(model_, name) && matrix_view(model_, Trace{}, ref).size() > 0) found.push_back(ref);
  }
  return found;
}

double MatchObjective::evaluate() {
  forward(model_, trace_);
  const auto h = static_cast<std::size_t>(head_);
  const HeadStages& head = trace_.heads[h];
  const Matrix& scores = scores_for_softmax(model_, head);
  const Index n = scores.rows();
  const auto temperature = static_cast<double>(model_.options.temperature);

  // 1. The loss. ln weights is computed from the scores: a weight may round to 0, whose logarithm is −∞.
  double loss = 0;
  for (Index i = 0; i < n; ++i) {
    double maximum = 0;
    const double log_sum = log_sum_exp(scores.row(i).data(), n, temperature, maximum);
    for (Index j = 0; j < n; ++j) {
      const auto target = static_cast<double>(target_(i, j));
      if (target > 0)
        loss -= target * ((static_cast<double>(scores(i, j)) - maximum) / temperature - log_sum);
    }
  }

  // 2. The gradients.
  score_gradient_ = head.weights - target_;
  score_gradient_ /= static_cast<Scalar>(n) * model_.options.temperature;
  const std::array seeds = {Seed{{MatrixName::masked_scores, head_}, view_of(score_gradient_)}};
  backward(model_, trace_, seeds, gradients_);
  gradients_.heads[h].b_k.setZero();
  return loss / static_cast<double>(n);
}

}  // namespace attention_lab
