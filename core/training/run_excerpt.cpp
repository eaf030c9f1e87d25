#include "core/training/run_excerpt.h"

#include <utility>

#include "core/training/match_objective.h"
#include "core/training/next_word_objective.h"

namespace attention_lab {
namespace {

RunExcerpt::Memory optimizer_memory_of(const TrainingRun& run, const MatrixRef& matrix) {
  RunExcerpt::Memory memory;
  memory.updates = run.next_update({matrix, 0, 0}).update - 1;
  if (memory.updates == 0) return memory;
  const MatrixView values = run.objective().values(matrix);
  for (Index row = 0; row < values.rows(); ++row)
    for (Index column = 0; column < values.cols(); ++column)
      memory.moments.push_back(run.next_update({matrix, row, column}).before);
  return memory;
}

}  // namespace

RunExcerpt excerpt_of(const TrainingRun& run, const Document& document) {
  const TrainingObjective& objective = run.objective();
  RunExcerpt excerpt;
  excerpt.title = dated_title(document);
  excerpt.model = objective.model();
  excerpt.settings = run.settings();
  excerpt.first_step = run.step();
  excerpt.losses = {run.record().loss};
  for (const MatrixRef& matrix : excerpt.settings.trained)
    excerpt.memory.push_back(optimizer_memory_of(run, matrix));
  if (const auto* next_word = dynamic_cast<const NextWordObjective*>(&objective)) {
    excerpt.next_word = {.words = next_word->words(),
                         .features = next_word->word_features(),
                         .positions = next_word->position_embeddings(),
                         .W_u = next_word->W_u(),
                         .corpus = next_word->corpus(),
                         .over = next_word->loss_over(),
                         .dropout = next_word->dropout()};
  } else if (const auto* match = dynamic_cast<const MatchObjective*>(&objective)) {
    excerpt.tokens = document.tokens;
    excerpt.head = match->head();
  }
  return excerpt;
}

RunExcerpt excerpt_of_branch(TrainingRun& run, const Document& document) {
  const std::int64_t step = run.step();
  const TrainingBranch& branch = run.branches()[run.present_branch()];
  std::vector<double> losses;
  for (const TrainingRecord& record : branch.records) losses.push_back(record.loss);
  run.go_to(branch.first_step);
  RunExcerpt excerpt = excerpt_of(run, document);
  run.go_to(step);
  excerpt.losses = std::move(losses);
  return excerpt;
}

}  // namespace attention_lab
