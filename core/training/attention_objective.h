// A loss that depends on the attention weights of one head.
#pragma once

#include "core/attention/stages.h"
#include "core/training/objective.h"

namespace attention_lab {

inline constexpr const char* why_b_k_stays =
    "b_k does not change: its gradient is 0, because it adds the same number to all scores of a row, which "
    "does not change the result of softmax.";

/// Its parameters are matrices of its model, and an evaluation is one pass through the attention.
///
/// b_k has gradient 0: it adds the same number, q·b_k, to all scores of a row, and softmax does not change if
/// the same number is added to all of its inputs. That gradient is set to 0, because rounding would leave
/// numbers near 1e-9, which Adam would turn into full steps.
class AttentionObjective : public TrainingObjective {
 public:
  WritableView values(const MatrixRef& parameter) override { return writable_view(model_, parameter); }
  MatrixView values(const MatrixRef& parameter) const override {
    return matrix_view(model_, trace_, parameter);
  }
  MatrixView gradient(const MatrixRef& parameter) const override {
    return matrix_view(gradients_, parameter);
  }
  const Model& model() const override { return model_; }
  const Trace& trace() const override { return trace_; }
  const Stages* gradients() const override { return &gradients_; }
  Index head() const { return head_; }

 protected:
  /// Preconditions: the projection is trainable, and there is such a head.
  AttentionObjective(Model model, Index head);

  /// Computes the trace, and returns the head's part of it.
  const HeadStages& pass_forward();
  /// Computes all gradients from ∂loss ÷ ∂masked_scores of the head, (n_tokens, n_tokens).
  void pass_backward(const Matrix& score_gradient);

 private:
  Model model_;
  Index head_;
  Trace trace_;
  Stages gradients_;
};

}  // namespace attention_lab
