// Training towards given attention weights.
#pragma once

#include <vector>

#include "core/training/attention_objective.h"

namespace attention_lab {

inline constexpr const char* dropout_does_not_matter =
    "The target is compared with the weights before dropout, so dropout makes no difference here.";

/// The cross-entropy between the target of the settings and the attention weights of one head, averaged over
/// the n queries:
///
///   loss = −(1/n)·Σ_i Σ_j target_ij·ln weights_ij
///
/// Its least value is the entropy of the target, (1/n)·Σ_i −Σ_j target_ij·ln target_ij, at weights = target.
/// The gradient ∂loss ÷ ∂masked_scores = (weights − target) ÷ (n·temperature) is exact even where a weight
/// is 0 (see backward).
class MatchObjective final : public AttentionObjective {
 public:
  /// Preconditions: the projection is trainable, and there is such a head.
  explicit MatchObjective(Model model, Index head = 0);

  /// Precondition: the target is the result of make_target() for this model.
  void use(const TrainingSettings& settings) override;
  /// What the weights depend on: the embeddings, learned positions, W_q, W_k, b_q and b_k of the head.
  std::vector<MatrixRef> parameters() const override;
  double evaluate() override;
  double least_loss() const override { return least_loss_; }

  const Matrix& target() const { return *target_; }

 private:
  Shared<Matrix> target_;  // (n_tokens, n_tokens), rows sum to 1
  double least_loss_ = 0;
  Matrix score_gradient_;  // (n_tokens, n_tokens)
};

}  // namespace attention_lab
