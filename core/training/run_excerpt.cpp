#include "core/training/run_excerpt.h"

#include <utility>

#include "core/training/match_objective.h"
#include "core/training/next_word_objective.h"

namespace attention_lab {
namespace {

void take_moments(const TrainingRun& run, RunExcerpt& excerpt) {
  if (excerpt.settings.trained.empty()) return;
  excerpt.updates = run.next_update({excerpt.settings.trained.front(), 0, 0}).update - 1;
  if (excerpt.updates == 0) return;
  for (const MatrixRef& matrix : excerpt.settings.trained) {
    const MatrixView values = run.objective().values(matrix);
    std::vector<GradientMoments>& moments = excerpt.moments.emplace_back();
    for (Index row = 0; row < values.rows(); ++row)
      for (Index column = 0; column < values.cols(); ++column)
        moments.push_back(run.next_update({matrix, row, column}).before);
  }
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
  take_moments(run, excerpt);
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
