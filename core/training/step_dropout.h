// The dropout of each step of training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/attention/model.h"
#include "core/training/next_word_batch.h"

namespace attention_lab {

/// Draws which attention weights are dropped in a step. Every step has masks of its own, and the same step
/// always has the same ones, so that a run can be repeated from any step.
///
/// They are those that PyTorch draws after torch.manual_seed(seed + step) if sentences of equal length are
/// computed at once: one length after the other, as they first appear in the corpus; for each, head after
/// head; and for each, sentence after sentence, query by query.
class StepDropout {
 public:
  /// Makes the batches drop weights; draw() must be called before they predict.
  StepDropout(const Dropout& dropout, Index n_heads, std::vector<NextWordBatch>& batches);

  /// Precondition: the batches are those given above. Allocates nothing.
  void draw(std::int64_t step, std::vector<NextWordBatch>& batches);

 private:
  struct Sentence {
    std::size_t batch = 0;
    std::size_t in_batch = 0;
  };
  struct EqualLength {
    Index n_tokens = 0;
    std::vector<Sentence> sentences;
  };

  Dropout dropout_;
  Index n_heads_;
  std::vector<EqualLength> lengths_;
  std::vector<std::uint8_t> kept_;  // of one sentence and one head: 1, or 0 for dropped weights
};

}  // namespace attention_lab
