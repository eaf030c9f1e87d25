// The same training with several seeds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/document/document.h"
#include "core/document/edits.h"
#include "core/experiments/run.h"
#include "core/training/next_word_objective.h"
#include "core/training/training_run.h"

namespace attention_lab {

/// What a run ended with.
struct SeedResult {
  std::uint64_t seed = 0;  ///< see with_random_start
  double loss = 0;
  std::optional<NextWordScore> held_out;
  Matrix attention;              ///< of the last token of the document's sentence, one row per head
  Scalar right_probability = 0;  ///< of the word that is right after the sentence; 0 if none is
};

/// Trains a document to predict next words from ten random starts, which differ only in their seed. Results
/// depend on the settings alone, never on the slices. Precondition: NextWordObjective::make() accepts the
/// document.
class SeedComparison {
 public:
  struct Settings {
    TrainingSettings training;
    LossOver loss_over = LossOver::last_word;
    edits::Draw draw = edits::Draw::nn_linear;  ///< of the random starts
    std::uint64_t first_seed = 1;
    std::int64_t steps = 1500;  ///< of each run
    std::int64_t n_seeds = 10;
    Index right_word = -1;  ///< an index of NextWordObjective::words(), or −1
  };

  SeedComparison(Document document, Settings settings);

  /// A unit of work takes about 10 ns.
  void advance(double work);
  /// In steps, of all runs together.
  RunProgress progress() const;
  bool is_finished() const { return std::ssize(results_) == settings_.n_seeds; }
  const Settings& settings() const { return settings_; }
  const std::vector<SeedResult>& results() const { return results_; }

 private:
  std::uint64_t present_seed() const;
  void begin_run();
  void end_run();

  Document document_;
  Settings settings_;
  double work_of_step_;
  std::unique_ptr<TrainingRun> run_;  // the present one
  std::vector<SeedResult> results_;
};
static_assert(Run<SeedComparison>);

/// About how much work a step of training takes, in the units of SlicePace.
double work_of_step(const TrainingObjective& objective);

}  // namespace attention_lab
