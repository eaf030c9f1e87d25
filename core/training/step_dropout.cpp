#include "core/training/step_dropout.h"

#include <algorithm>

#include "core/random/torch_random.h"

namespace attention_lab {

StepDropout::StepDropout(const Dropout& dropout, Index n_heads, std::vector<NextWordBatch>& batches)
    : dropout_(dropout), n_heads_(n_heads) {
  Index longest = 0;
  for (std::size_t batch = 0; batch < batches.size(); ++batch) {
    batches[batch].use_dropout(dropout, n_heads);
    const std::vector<Span>& sentences = batches[batch].sentences();
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const Index n_tokens = sentences[i].size;
      auto found = std::find_if(lengths_.begin(), lengths_.end(),
                                [&](const EqualLength& equal) { return equal.n_tokens == n_tokens; });
      if (found == lengths_.end()) found = lengths_.insert(found, {n_tokens, {}});
      found->sentences.push_back({batch, i});
      longest = std::max(longest, n_tokens);
    }
  }
  kept_.resize(static_cast<std::size_t>(longest * longest));
}

void StepDropout::draw(std::int64_t step, std::vector<NextWordBatch>& batches) {
  TorchRandom random(dropout_.seed + static_cast<std::uint64_t>(step));
  for (const EqualLength& equal : lengths_) {
    const Index n_weights = equal.n_tokens * equal.n_tokens;
    for (Index head = 0; head < n_heads_; ++head) {
      for (const Sentence& sentence : equal.sentences) {
        random.dropout_mask(static_cast<double>(dropout_.p), kept_.data(), n_weights);
        batches[sentence.batch].keep_weights(head, sentence.in_batch,
                                             std::span(kept_).first(static_cast<std::size_t>(n_weights)));
      }
    }
  }
}

}  // namespace attention_lab
