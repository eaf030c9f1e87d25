// The pictures of a run that learns next words.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/document/corpus.h"
#include "core/document/document.h"
#include "core/training/next_word_objective.h"
#include "core/training/seed_comparison.h"
#include "ui/figures/base/plot.h"

namespace attention_lab {

/// The tokens of the document's sentence, and what comes after them.
struct Prompt {
  std::vector<std::string> tokens;
  NextWordPrediction now;
  NextWordPrediction before;  // at step 0 of the run
  /// The word that follows in the corpus or in the held-out sentences, if the prompt is the beginning of one
  /// of them; −1 otherwise. An index of NextWordObjective::words().
  Index right_word = -1;
};

/// The probabilities of all words that end a sentence, after the other words of each sentence.
PlotPointer last_words_plot(const NextWordObjective& objective, const Corpus& corpus, const char* stem,
                            std::string title, int decimals);
/// The matrices between a prompt and its context vectors, in order of computation.
inline constexpr std::array stages_of_prompt = {
    MatrixName::X,       MatrixName::Q,           MatrixName::K,      MatrixName::V,
    MatrixName::weights, MatrixName::head_output, MatrixName::context};
/// One of them at the present step; `head` counts for those of which each head has one.
PlotPointer prompt_plot(const Document& document, const Prompt& prompt, const MatrixRef& stage,
                        std::int64_t step, int decimals);
/// The attention of the prompt's last token in runs with different seeds, in one head.
PlotPointer seeds_plot(const SeedComparison& seeds, Index head, const std::vector<std::string>& tokens,
                       int decimals);
/// How the context of the last token gives the probabilities of the words: products with each feature, or
/// with each number of the word's column of W_u.
PlotPointer logits_plot(const Document& document, const NextWordObjective& objective, const Prompt& prompt,
                        int decimals);
/// The most probable words after the prompt, now and at the start of the run.
PlotPointer next_words_plot(const NextWordObjective& objective, const Prompt& prompt, std::int64_t step,
                            int decimals);

/// The indices of the words, the most probable first.
std::vector<Index> by_probability(const NextWordPrediction& prediction);

}  // namespace attention_lab
