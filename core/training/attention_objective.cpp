#include "core/training/attention_objective.h"

#include <array>
#include <cassert>
#include <utility>

#include "core/attention/backward.h"
#include "core/attention/forward.h"

namespace attention_lab {

AttentionObjective::AttentionObjective(Model model, Index head) : model_(std::move(model)), head_(head) {
  assert(!model_.is_identity() && head_ < model_.n_heads());
}

const HeadStages& AttentionObjective::pass_forward() {
  forward(model_, trace_);
  return trace_.heads[static_cast<std::size_t>(head_)];
}

void AttentionObjective::pass_backward(const Matrix& score_gradient) {
  const std::array seeds = {Seed{{MatrixName::masked_scores, head_}, view_of(score_gradient)}};
  backward(model_, trace_, seeds, gradients_);
  gradients_.heads[static_cast<std::size_t>(head_)].b_k.setZero();
}

}  // namespace attention_lab
