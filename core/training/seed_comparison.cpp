#include "core/training/seed_comparison.h"

#include <utility>

#include "core/document/edits.h"
#include "core/training/training_start.h"

namespace attention_lab {
namespace {

/// What goes through the attention in a step.
struct StepSize {
  double n_tokens = 0;
  double n_scores = 0;
  double n_logits = 0;
};

StepSize size_of_step(const TrainingObjective& objective) {
  const auto* next_word = dynamic_cast<const NextWordObjective*>(&objective);
  if (next_word == nullptr) {
    const auto n = static_cast<double>(objective.model().n_tokens());
    return {n, n * n, 0};
  }
  StepSize size;
  for (const Corpus* corpus : {&next_word->corpus(), &next_word->held_out()}) {
    for (const std::vector<Index>& sentence : corpus->sentences) {
      const auto n = static_cast<double>(sentence.size() - 1);
      size.n_tokens += n;
      size.n_scores += n * n;
      size.n_logits += n * static_cast<double>(next_word->words().size());
    }
  }
  return size;
}

const NextWordObjective& next_words_of(const TrainingRun& run) {
  return dynamic_cast<const NextWordObjective&>(run.objective());
}

}  // namespace

double work_of_step(const TrainingObjective& objective) {
  // Measured: a product takes about a fifth of a nanosecond, forward and backward together a nanosecond.
  constexpr double work_per_product = 0.1;
  constexpr double work_of_overhead = 200;
  const Model& model = objective.model();
  const StepSize size = size_of_step(objective);
  const auto d_model = static_cast<double>(model.d_model());
  const auto widths = static_cast<double>((model.d_k() + model.d_v()) * model.n_heads());
  const double products = size.n_tokens * d_model * widths + size.n_scores * widths + size.n_logits * d_model;
  return work_of_overhead + work_per_product * products;
}

SeedComparison::SeedComparison(Document document, Settings settings)
    : document_(std::move(document)), settings_(std::move(settings)), work_of_step_(0) {
  begin_run();
  work_of_step_ = work_of_step(run_->objective());
}

std::uint64_t SeedComparison::present_seed() const {
  // Each trained matrix takes a seed of its own, so that no matrix has the numbers of another run's.
  return settings_.first_seed + results_.size() * settings_.training.trained.size();
}

void SeedComparison::begin_run() {
  const Vocabulary words = words_to_predict(document_);
  const Document start =
      with_random_start(document_, settings_.training.trained, words.words, settings_.draw, present_seed())
          .value();
  run_ = std::make_unique<TrainingRun>(NextWordObjective::make(start, settings_.loss_over).value(),
                                       settings_.training, TrainingRun::History::not_kept);
}

void SeedComparison::end_run() {
  const NextWordObjective& objective = next_words_of(*run_);
  SeedResult result;
  result.seed = present_seed();
  result.loss = run_->record().loss;
  if (!objective.held_out().sentences.empty())
    result.held_out = objective.score(objective.held_out()).value();
  if (const Result<NextWordPrediction> prediction = objective.predict_tokens(document_)) {
    const Model& model = prediction->model;
    result.attention.resize(model.n_heads(), model.n_tokens());
    for (Index head = 0; head < model.n_heads(); ++head)
      result.attention.row(head) = find(prediction->trace, {MatrixName::weights, head})->bottomRows(1);
    if (settings_.right_word >= 0) result.right_probability = prediction->probabilities(settings_.right_word);
  }
  results_.push_back(std::move(result));
}

void SeedComparison::advance(double work) {
  for (double done = 0; done < work && !is_finished(); done += work_of_step_) {
    // A run that cannot go on ends early, with its last finite numbers.
    const bool can_go_on = run_->step() < settings_.steps && run_->advance();
    if (can_go_on && run_->step() < settings_.steps) continue;
    end_run();
    if (!is_finished()) begin_run();
  }
}

RunProgress SeedComparison::progress() const {
  const auto ended = std::ssize(results_);
  return {ended * settings_.steps + (is_finished() ? 0 : run_->step()), settings_.n_seeds * settings_.steps};
}

}  // namespace attention_lab
