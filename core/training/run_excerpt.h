// A part of a run as data, so that a script can repeat it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/model.h"
#include "core/document/corpus.h"
#include "core/document/document.h"
#include "core/training/training_run.h"

namespace attention_lab {

/// Some steps of a run with the same settings. All numbers are those of the first step.
struct RunExcerpt {
  /// What is learned with the objective next-word; see NextWordObjective.
  struct NextWord {
    std::vector<std::string> words;
    Matrix features;   // (n_words, d_model)
    Matrix positions;  // (n_positions, d_model), or empty
    Matrix W_u;        // (d_model, n_words), or empty: the output is tied
    Corpus corpus;
    LossOver over = LossOver::last_word;
    Dropout dropout{};  // see StepDropout
  };

  std::string title;                // of the document
  std::vector<std::string> tokens;  // of the model's rows, with the objective match
  Model model;
  Index head = 0;                     // the one whose weights should match settings.target
  std::optional<NextWord> next_word;  // empty: the objective is match
  TrainingSettings settings;
  std::int64_t first_step = 0;
  /// What the optimizer remembers of a trained matrix.
  struct Memory {
    std::int64_t updates = 0;              ///< of this matrix before that step
    std::vector<GradientMoments> moments;  ///< of each number; empty if there were no updates
  };
  std::vector<Memory> memory;  // of each trained matrix
  /// After first_step, first_step + 1, …; the excerpt has one step fewer than losses.
  std::vector<double> losses;
};

/// The present step of the run, without any further one. `document` has the tokens that the run started from.
RunExcerpt excerpt_of(const TrainingRun& run, const Document& document);

/// The branch of the present step, from its first step to its last. The run goes there and comes back.
/// Precondition: the run keeps its history.
RunExcerpt excerpt_of_branch(TrainingRun& run, const Document& document);

}  // namespace attention_lab
