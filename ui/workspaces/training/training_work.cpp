#include "ui/workspaces/training/training_work.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

#include "core/document/target.h"
#include "core/document/vocabulary.h"
#include "core/mistakes/exhibit.h"
#include "core/training/match_objective.h"
#include "core/training/parameter_numbers.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr double longest_frame_counted = 0.1;  // seconds; after a pause, the missed steps are not made up for
constexpr Index most_tokens_in_a_drag = 6;     // with which the reach of a target takes a few milliseconds

}  // namespace

Learned learned_of(const Document& document, const TrainingState& state) {
  return state.learned.value_or(document.corpus.empty() ? Learned::attention : Learned::next_word);
}

Index head_of(const TrainingState& state) {
  return next_words_of(state) != nullptr ? state.shown_head : state.trained_head;
}

const NextWordObjective* next_words_of(const TrainingState& state) {
  return state.run ? dynamic_cast<const NextWordObjective*>(&state.run->objective()) : nullptr;
}

const NextWordObjective& next_words_in(const TrainingState& state) {
  return dynamic_cast<const NextWordObjective&>(state.run->objective());
}

Result<Prompt> prompt_of(const Document& document, const TrainingState& state) {
  const NextWordObjective& objective = next_words_in(state);
  Result<NextWordPrediction> now = objective.predict_tokens(document);
  if (!now) return now.error();
  write_numbers(state.run->numbers_at_start(), *state.start);
  Prompt prompt{document.tokens, *std::move(now), state.start->predict_tokens(document).value()};
  std::vector<Index> indices;
  for (const std::string& token : document.tokens) indices.push_back(objective.find(token));
  for (const Corpus* corpus : {&objective.corpus(), &objective.held_out()}) {
    for (const std::vector<Index>& sentence : corpus->sentences) {
      if (prompt.right_word < 0 && std::ssize(sentence) == std::ssize(indices) + 1 &&
          std::equal(indices.begin(), indices.end(), sentence.begin()))
        prompt.right_word = sentence.back();
    }
  }
  return prompt;
}

void follow_prompt(const Session& session, TrainingState& state) {
  const NextWordObjective* objective = next_words_of(state);
  const TrainingState::Compared now{session.revision(), state.run->changes(), state.runs};
  if (objective == nullptr || now == state.asked_at) return;
  state.asked_at = now;
  state.asked = prompt_of(session.document(), state);
  state.held_out_score.reset();
  if (objective->held_out().sentences.empty()) return;
  if (const Result<NextWordScore> score = objective->score(objective->held_out()))
    state.held_out_score = *score;
}

Matrix target_of(const Document& document) {
  if (document.target->size() > 0) return *document.target;
  return even_target(document.model.n_tokens(), document.model.options.mask);
}

void use_target(TrainingState& state, const Matrix& target) {
  TrainingSettings settings = state.run->settings();
  settings.target = target;
  state.run->set_settings(settings);
}

bool has_settled(const TrainingRun& run) {
  constexpr double least_change = 1e-9;  // of the loss, over a step
  constexpr double least_gradient = 1e-6;
  if (run.step() == 0) return false;
  const double before = run.record_at(run.step() - 1).loss;
  return std::abs(run.record().loss - before) < least_change && run.record().gradient_norm < least_gradient;
}

void advance_training(TrainingState& state, double seconds) {
  if (!state.run || !state.is_playing || state.drag || state.field) {
    state.pace.rest();
    state.steps_due = 0;
    return;
  }
  TrainingRun& run = *state.run;
  const double affordable = std::max(1.0, state.pace.next(seconds) / work_of_step(run.objective()));
  state.steps_due += std::min(seconds, longest_frame_counted) * static_cast<double>(state.steps_per_second);
  const double steps = std::min(std::floor(state.steps_due), affordable);
  state.steps_due = std::min(state.steps_due - steps, 1.0);
  for (double done = 0; done + 1 <= steps; ++done) {
    if (!run.advance() || has_settled(run)) {
      stop_playing(state);
      return;
    }
    state.paths.history.record(run);
  }
}

void play_or_pause(TrainingState& state) {
  if (state.is_playing) return stop_playing(state);
  if (state.run->is_at_limit()) return;
  state.is_playing = true;
  state.is_locked = false;
}

void train_steps(TrainingState& state, int steps) {
  stop_playing(state);
  for (int i = 0; i < steps && !state.run->is_at_limit(); ++i) {
    const bool is_recorded = state.run->step() < state.run->last_step();
    // Going through recorded steps trains nothing, so the lock stays as it is.
    if (state.run->advance() && !is_recorded) state.is_locked = true;
    state.paths.history.record(*state.run);
  }
}

void stop_playing(TrainingState& state) {
  state.is_locked = state.is_locked || state.is_playing;
  state.is_playing = false;
}

void follow_seeds(const Session& session, TrainingState& state, double seconds) {
  if (!state.compares_seeds || next_words_of(state) == nullptr) {
    state.seeds.reset();
    return;
  }
  const Document& document = session.document();
  const bool is_same = state.seeds && state.run_of_seeds == state.runs &&
                       state.revision_of_seeds == session.revision() &&
                       state.seeds->settings().draw == state.next_random_start.draw &&
                       state.seeds->settings().training == state.run->settings();
  if (!is_same) {
    // The run may have positions that a shorter sentence of the document has not.
    const auto made = NextWordObjective::make(document, state.loss_over);
    state.problem_of_seeds = made ? std::string() : made.error().message;
    state.seeds.reset();
    if (!made) return;
    const Result<Prompt> prompt = prompt_of(document, state);
    state.seeds = std::make_unique<SeedComparison>(
        document, SeedComparison::Settings{.training = state.run->settings(),
                                           .loss_over = state.loss_over,
                                           .draw = state.next_random_start.draw,
                                           .right_word = prompt ? prompt->right_word : -1});
    state.run_of_seeds = state.runs;
    state.revision_of_seeds = session.revision();
    state.tokens_of_seeds = document.tokens;
    state.seeds_pace.begin();
  }
  if (!state.seeds->is_finished()) state.seeds->advance(state.seeds_pace.next(seconds));
}

void follow_reach(TrainingState& state) {
  if (next_words_of(state) != nullptr) {
    state.reach.reset();
    return;
  }
  const TrainingObjective& objective = state.run->objective();
  const TrainingSettings& settings = state.run->settings();
  const MatrixView X = matrix_view(objective.model(), objective.trace(), {MatrixName::X});
  const MatrixView b_q =
      matrix_view(objective.model(), objective.trace(), {MatrixName::b_q, state.trained_head});
  const TrainingSettings& known = state.settings_of_reach;
  // X changes with every step if it is trained, but then there is nothing to compute.
  if (state.reach && state.run_of_reach == state.runs && known.trained == settings.trained &&
      *known.target == *settings.target && (!has_fixed_tokens(settings.trained) || state.X_of_reach == X) &&
      state.b_q_of_reach == b_q)
    return;
  const bool is_painting = state.drag && state.drag->is_of_target;
  if (is_painting && X.rows() > most_tokens_in_a_drag) {
    if (state.reach) ++state.reaches;
    state.reach.reset();
    return;
  }
  state.reach = find_reach(objective, state.trained_head, settings);
  state.settings_of_reach = settings;
  state.X_of_reach = X;
  state.b_q_of_reach = b_q;
  state.run_of_reach = state.runs;
  ++state.reaches;
}

std::optional<double> best_possible_loss(const TrainingState& state) {
  if (!state.reach || !*state.reach || (*state.reach)->is_nearly_reachable()) return std::nullopt;
  return (*state.reach)->present.loss;
}

std::vector<MatrixRef> trainable_matrices(const Session& session, const TrainingObjective& objective) {
  std::vector<MatrixRef> matrices = objective.parameters();
  // Next words are learned with the features that equal words share.
  const bool learns_words = dynamic_cast<const NextWordObjective*>(&objective) != nullptr;
  if (!learns_words && session.document().vocabulary)
    std::erase(matrices, MatrixRef{word_embeddings(session.model())});
  return matrices;
}

}  // namespace attention_lab
