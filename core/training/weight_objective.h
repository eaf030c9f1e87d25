// Training towards one given attention weight, whatever becomes of the others.
#pragma once

#include <vector>

#include "core/training/attention_objective.h"

namespace attention_lab {

/// The cross-entropy between one weight w_ij of a head and its target t:
///
///   loss = −t·ln w_ij − (1 − t)·ln(1 − w_ij)
///
/// Its gradient with respect to the masked scores of row i is (w_ij − t) ÷ temperature at key j, and
/// −(w_ij − t)·share_k ÷ temperature at another key k, where share_k is its part of what j leaves over: the
/// softmax of the row without key j. Other rows have gradient 0.
class WeightObjective final : public AttentionObjective {
 public:
  /// Preconditions: the projection is trainable; `weight` is a cell of the weights of a head, visible and not
  /// the only visible one of its row.
  WeightObjective(Model model, const CellRef& weight);

  /// Reads the weight's target in the matrix of targets.
  void use(const TrainingSettings& settings) override;
  /// W_q and W_k of the head.
  std::vector<MatrixRef> parameters() const override;
  double evaluate() override;
  double least_loss() const override;

 private:
  CellRef weight_;
  double target_ = 0;
  Matrix score_gradient_;  // (n_tokens, n_tokens)
};

}  // namespace attention_lab
