// Training towards given attention weights.
#pragma once

#include <vector>

#include "core/attention/stages.h"
#include "core/training/objective.h"

namespace attention_lab {

/// The cross-entropy between the target of the settings and the attention weights of one head, averaged over
/// the n queries:
///
///   loss = −(1/n)·Σ_i Σ_j target_ij·ln weights_ij
///
/// Its least value is the entropy of the target, (1/n)·Σ_i −Σ_j target_ij·ln target_ij, at weights = target.
/// The gradient ∂loss ÷ ∂masked_scores = (weights − target) ÷ (n·temperature) is exact even where a weight
/// is 0 (see backward). b_k has gradient 0: it adds the same number, q·b_k, to all scores of a row, and
/// softmax does not change if the same number is added to all of its inputs. That gradient is set to 0,
/// because rounding would leave numbers near 1e-9, which Adam would turn into full steps.
class MatchObjective final : public TrainingObjective {
 public:
  /// Preconditions: the projection is trainable, and there is such a head.
  explicit MatchObjective(Model model, Index head = 0);

  /// Precondition: the target is the result of make_target() for this model.
  void use(const TrainingSettings& settings) override;
  /// What the weights depend on: the embeddings, learned positions, W_q, W_k, b_q and b_k of the head.
  std::vector<MatrixRef> parameters() const override;
  WritableView values(const MatrixRef& parameter) override { return writable_view(model_, parameter); }
  MatrixView values(const MatrixRef& parameter) const override {
    return matrix_view(model_, trace_, parameter);
  }
  MatrixView gradient(const MatrixRef& parameter) const override {
    return matrix_view(gradients_, parameter);
  }
  double evaluate() override;
  double least_loss() const override { return least_loss_; }
  const Model& model() const override { return model_; }
  const Trace& trace() const override { return trace_; }
  const Stages& gradients() const override { return gradients_; }

  const Matrix& target() const { return *target_; }
  Index head() const { return head_; }

 private:
  Model model_;
  Shared<Matrix> target_;  // (n_tokens, n_tokens), rows sum to 1
  Index head_;
  double least_loss_ = 0;
  Trace trace_;
  Stages gradients_;
  Matrix score_gradient_;  // (n_tokens, n_tokens)
};

}  // namespace attention_lab
