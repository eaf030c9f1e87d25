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
#include "core/training/training_start.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr double longest_frame_counted = 0.1;  // seconds; after a pause, the missed steps are not made up for
constexpr Index most_tokens_in_a_drag = 6;     // with which the reach of a target takes a few milliseconds
constexpr double least_change = 1e-9;          // of the loss, over a step

/// Whether both have the same positions as far as both have them.
bool have_same_positions(const Model& a, const Model& b) {
  if (a.options.positions != Positions::learned) return true;
  const Index n = std::min(a.position_embeddings->rows(), b.position_embeddings->rows());
  const Matrix first_of_a = a.position_embeddings->topRows(n);
  const Matrix first_of_b = b.position_embeddings->topRows(n);
  return have_same_bits(view_of(first_of_a), view_of(first_of_b));
}

bool are_equal(const Vocabulary& a, const Vocabulary& b) {
  return a.words == b.words && have_same_bits(view_of(*a.embeddings), view_of(*b.embeddings));
}

/// Equal in everything that next words are learned from, which does not include the sentence.
bool teach_the_same(const Document& a, const Document& b) {
  if (a.vocabulary.has_value() != b.vocabulary.has_value() || a.corpus != b.corpus ||
      a.held_out != b.held_out)
    return false;
  Document same_sentence = b;
  same_sentence.tokens = a.tokens;
  same_sentence.model.token_embeddings = a.model.token_embeddings;
  if (have_same_positions(a.model, b.model))
    same_sentence.model.position_embeddings = a.model.position_embeddings;
  return has_same_contents(a, same_sentence) && are_equal(words_to_predict(a), words_to_predict(b));
}

/// Equal in everything that a run depends on, except the target, which may change in the middle of it.
bool start_the_same(const Document& a, const Document& b, Learned learned) {
  return learned == Learned::next_word ? teach_the_same(a, b) : has_same_contents(a, b);
}

/// Whether the document is the one that the run began with, but with the numbers of the present step.
bool has_numbers_of(const Document& document, const TrainingState& state) {
  const Result<Document> trained = with_numbers_of(*state.run, state.known.front());
  const Learned learned = next_words_of(state) != nullptr ? Learned::next_word : Learned::attention;
  return trained && start_the_same(document, *trained, learned);
}

void stop_run(TrainingState& state, std::string problem) {
  state.run.reset();
  state.is_playing = false;
  state.problem = std::move(problem);
}

bool is_weight(MatrixName name) {
  const Layer* layer = layer_of(name);
  return name == MatrixName::W_u || (layer != nullptr && layer->weight == name);
}

/// Whether the run learns next words with a tied output.
bool has_tied_output(const TrainingState& state) {
  const NextWordObjective* objective = next_words_of(state);
  return objective != nullptr && objective->W_u().size() == 0;
}

void start_run(const Session& session, TrainingState& state, const Document& source) {
  state.is_playing = false;
  state.is_locked = false;
  // Their cells may not exist any more.
  state.drag.reset();
  state.field.reset();
  state.painted.reset();
  state.chosen_cell.reset();
  state.start.reset();
  state.is_random_start = false;
  state.head = std::min(state.head, session.model().n_heads() - 1);
  const std::optional<Error> refused = edits::refuse_edit(source, {MatrixName::W_q, state.head});
  if (refused) return stop_run(state, refused->message);
  if (!is_quick(source.model)) {
    return stop_run(
        state,
        "This document is too large to be trained in the window. The command attention-lab train can "
        "do it.");
  }
  const bool was_tied = has_tied_output(state);
  Result<std::unique_ptr<TrainingObjective>> objective = objective_of(source, state);
  if (!objective) return stop_run(state, to_string(objective.error()));
  if (learned_of(source, state) == Learned::next_word)
    state.start = NextWordObjective::make(source, state.loss_over).value();
  const std::vector<MatrixRef> possible = trainable_matrices(session, **objective);
  std::erase_if(state.trained, [&](const MatrixRef& matrix) {
    return std::find(possible.begin(), possible.end(), matrix) == possible.end();
  });
  if (state.trained.empty()) {
    std::copy_if(possible.begin(), possible.end(), std::back_inserter(state.trained),
                 [](const MatrixRef& matrix) { return is_weight(matrix.name); });
  }
  // A new output layer is there to be trained.
  const MatrixRef W_u{MatrixName::W_u};
  const bool is_trained = std::find(state.trained.begin(), state.trained.end(), W_u) != state.trained.end();
  if (was_tied && !is_trained && possible.back() == W_u) state.trained.push_back(W_u);
  state.problem.clear();
  state.run = std::make_unique<TrainingRun>(*std::move(objective), chosen_settings(session, state));
  state.paths.history = VectorHistory();
  state.paths.history.see(*state.run);
  ++state.runs;
  if (!std::isfinite(state.run->record().loss)) stop_run(state, too_large_to_train);
}

}  // namespace

Learned learned_of(const Document& document, const TrainingState& state) {
  return state.learned.value_or(document.corpus.empty() ? Learned::attention : Learned::next_word);
}

const NextWordObjective* next_words_of(const TrainingState& state) {
  return state.run ? dynamic_cast<const NextWordObjective*>(&state.run->objective()) : nullptr;
}

Result<std::unique_ptr<TrainingObjective>> objective_of(const Document& source, const TrainingState& state) {
  if (learned_of(source, state) == Learned::attention)
    return std::unique_ptr<TrainingObjective>(std::make_unique<MatchObjective>(source.model, state.head));
  Result<std::unique_ptr<NextWordObjective>> learning = NextWordObjective::make(source, state.loss_over);
  if (!learning) return learning.error();
  return std::unique_ptr<TrainingObjective>(std::move(learning).value());
}

Result<Prompt> prompt_of(const Document& document, const TrainingState& state) {
  const NextWordObjective& objective = *next_words_of(state);
  Result<NextWordPrediction> now = objective.predict_tokens(document);
  if (!now) return now.error();
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

TrainingSettings chosen_settings(const Session& session, const TrainingState& state) {
  TrainingSettings settings{state.optimizer, state.trained};
  if (learned_of(session.document(), state) == Learned::attention)
    settings.target = target_of(session.document());
  return settings;
}

void follow_document(const Session& session, TrainingState& state) {
  if (state.revision == session.revision()) return;
  state.revision = session.revision();
  const Document& document = session.document();
  const Learned learned = learned_of(document, state);
  const bool is_known = std::any_of(state.known.begin(), state.known.end(), [&](const Document& known) {
    return start_the_same(document, known, learned);
  });
  const bool shares_words = document.vocabulary.has_value();
  const bool is_same = state.run && shares_words == state.followed.vocabulary.has_value() &&
                       (learned == Learned::next_word) == (next_words_of(state) != nullptr) &&
                       (is_known || has_numbers_of(document, state));
  if (!is_same) {
    start_run(session, state, document);
    state.known = {document};
  } else if (learned == Learned::attention &&
             !have_same_bits(view_of(target_of(document)), view_of(target_of(state.followed)))) {
    use_target(state, target_of(document));
  }
  if (!is_known) state.known.push_back(document);
  state.followed = document;
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
    const double before = run.record().loss;
    if (!run.advance() ||
        (std::abs(run.record().loss - before) < least_change && run.record().gradient_norm < 1e-6)) {
      stop_playing(state);
      return;
    }
    state.paths.history.see(run);
  }
}

void play_or_pause(TrainingState& state) {
  if (state.is_playing) return stop_playing(state);
  state.is_playing = true;
  state.is_locked = false;
}

void train_steps(TrainingState& state, int steps) {
  state.is_playing = false;
  state.is_locked = false;
  for (int i = 0; i < steps; ++i) {
    state.run->advance();
    state.paths.history.see(*state.run);
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
  const bool is_same =
      state.seeds && state.run_of_seeds == state.runs && state.tokens_of_seeds == document.tokens &&
      state.seeds->settings().draw == state.draw && state.seeds->settings().training == state.run->settings();
  if (!is_same) {
    if (!NextWordObjective::make(document, state.loss_over)) return;  // then there is no run either
    const Result<Prompt> prompt = prompt_of(document, state);
    state.seeds = std::make_unique<SeedComparison>(
        document, SeedComparison::Settings{.training = state.run->settings(),
                                           .loss_over = state.loss_over,
                                           .draw = state.draw,
                                           .right_word = prompt ? prompt->right_word : -1});
    state.run_of_seeds = state.runs;
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
  const TrainingSettings& known = state.settings_of_reach;
  // X changes with every step if it is trained, but then there is nothing to compute.
  if (state.reach && state.run_of_reach == state.runs && known.trained == settings.trained &&
      *known.target == *settings.target && (!has_fixed_tokens(settings.trained) || state.X_of_reach == X))
    return;
  const bool is_painting = state.drag && state.drag->is_of_target;
  if (is_painting && X.rows() > most_tokens_in_a_drag) {
    if (state.reach) ++state.reaches;
    state.reach.reset();
    return;
  }
  state.reach = find_reach(objective, state.head, settings);
  state.settings_of_reach = settings;
  state.X_of_reach = X;
  state.run_of_reach = state.runs;
  ++state.reaches;
}

void start_from_random(const Session& session, TrainingState& state) {
  const Document& document = session.document();
  const bool learns_words = learned_of(document, state) == Learned::next_word;
  const Result<Document> source = with_random_start(
      document, state.trained, learns_words ? words_to_predict(document).words : std::vector<std::string>(),
      state.draw, state.seed);
  // A matrix that was trained may be gone from the document.
  start_run(session, state, source ? *source : document);
  state.is_random_start = source && state.run;
}

std::vector<MatrixRef> trainable_matrices(const Session& session, const TrainingObjective& objective) {
  std::vector<MatrixRef> matrices = objective.parameters();
  // Next words are learned with the features that equal words share.
  const bool learns_words = dynamic_cast<const NextWordObjective*>(&objective) != nullptr;
  if (!learns_words && session.document().vocabulary)
    std::erase(matrices, MatrixRef{word_embeddings(session.model())});
  return matrices;
}

bool is_in_document(const Session& session, TrainingState& state) {
  const TrainingState::Compared now{session.revision(), state.run->changes(), state.runs};
  if (!(now == state.compared)) {
    state.compared = now;
    state.is_in_document = has_numbers_of(session.document(), state);
  }
  return state.is_in_document;
}

std::string list_of_trained(const TrainingRun& run) {
  const std::vector<MatrixRef>& trained = run.settings().trained;
  std::string list;
  for (std::size_t i = 0; i < trained.size(); ++i) {
    const std::string name = display_name(trained[i].name);
    if (i == 0) {
      list = name;
    } else {
      list = filled(i + 1 == trained.size() ? "<list> and <name>" : "<list>, <name>",
                    {{"list", list}, {"name", name}});
    }
  }
  return list;
}

Edit take_into_document(const Session& session, const TrainingState& state) {
  const TrainingRun& run = *state.run;
  SeveralEdits edits;
  const std::string matrices = list_of_trained(run);
  edits.name = run.step() == 0 ? filled("Set <matrices>", {{"matrices", matrices}})
                               : filled("Train <matrices> for <steps>",
                                        {{"matrices", matrices}, {"steps", counted(run.step(), "step")}});
  edits.edits = edits_of_run(session.document(), run);
  return edits;
}

}  // namespace attention_lab
