#include "ui/workspaces/training/run_of_document.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/document/vocabulary.h"
#include "core/mistakes/exhibit.h"
#include "core/training/match_objective.h"
#include "core/training/next_word_objective.h"
#include "core/training/training_start.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab {
namespace {

constexpr std::size_t most_runs_set_aside = 8;

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

/// Equal in everything that next words are learned from, which does not include the sentence, its target, and
/// the mask: training always uses the causal one.
bool teach_the_same(const Document& a, const Document& b) {
  if (a.vocabulary.has_value() != b.vocabulary.has_value() || a.corpus != b.corpus ||
      a.held_out != b.held_out)
    return false;
  Document same_sentence = b;
  same_sentence.tokens = a.tokens;
  same_sentence.model.token_embeddings = a.model.token_embeddings;
  same_sentence.model.options.mask = a.model.options.mask;
  same_sentence.target = a.target;
  if (have_same_positions(a.model, b.model))
    same_sentence.model.position_embeddings = a.model.position_embeddings;
  return has_same_contents(a, same_sentence) && are_equal(words_to_predict(a), words_to_predict(b));
}

/// Equal in everything that a run depends on, except the target, which may change in the middle of it.
bool start_the_same(const Document& a, const Document& b, Learned learned) {
  if (learned == Learned::next_word) return teach_the_same(a, b);
  return a.vocabulary.has_value() == b.vocabulary.has_value() && a.batch.shown == b.batch.shown &&
         has_same_contents(a, b);
}

/// What the present run learns.
Learned learned_by(const TrainingState& state) {
  return next_words_of(state) != nullptr ? Learned::next_word : Learned::attention;
}

/// Gives a document the numbers of the present step.
SeveralEdits edits_taking_run(const Document& document, const TrainingState& state) {
  SeveralEdits edits{"", edits_of_run(document, *state.run)};
  for (std::size_t i = 0; state.has_drawn_features && i < document.features.size(); ++i)
    if (!document.features[i].empty()) edits.edits.emplace_back(SetFeatureName{static_cast<Index>(i), ""});
  return edits;
}

/// Whether the document is the one that the run began with, but with the numbers of the present step.
bool has_numbers_of(const Document& document, const TrainingState& state) {
  const Document& source = state.known.front();
  const Result<Document> trained = apply_edit(edits_taking_run(source, state), source);
  return trained && start_the_same(document, *trained, learned_by(state));
}

/// Whether a run learns what is chosen now.
bool learns_what_is_chosen(const TrainingRun& run, Learned learned, const TrainingState& state) {
  if (const auto* next_word = dynamic_cast<const NextWordObjective*>(&run.objective()))
    return learned == Learned::next_word && next_word->loss_over() == state.loss_over;
  const auto& match = dynamic_cast<const MatchObjective&>(run.objective());
  return learned == Learned::attention && match.head() == state.trained_head;
}

bool belongs_to(const std::vector<Document>& known, const Document& document, Learned learned) {
  return std::any_of(known.begin(), known.end(),
                     [&](const Document& it) { return start_the_same(document, it, learned); });
}

TrainingSettings chosen_settings(const Document& document, const TrainingState& state) {
  TrainingSettings settings{state.optimizer, state.trained};
  if (learned_of(document, state) == Learned::attention) settings.target = target_of(document);
  return settings;
}

void stop_run(TrainingState& state, std::string problem) {
  state.run.reset();
  state.is_playing = false;
  state.problem = std::move(problem);
}

/// Whether any branch of the run was trained.
bool has_steps(const TrainingRun& run) {
  const auto is_trained = [](const TrainingBranch& branch) { return branch.records.size() > 1; };
  return std::any_of(run.branches().begin(), run.branches().end(), is_trained);
}

/// The target of the document becomes that of the run.
/// Returns whether that one is new to a run with steps.
bool follow_target(const Matrix& target, TrainingState& state) {
  state.followed_target = target;
  if (have_same_bits(view_of(target), view_of(*state.run->settings().target))) return false;
  use_target(state, target);
  return has_steps(*state.run);
}

void keep_heads_in(const Model& model, TrainingState& state) {
  state.trained_head = std::min(state.trained_head, model.n_heads() - 1);
  state.shown_head = std::min(state.shown_head, model.n_heads() - 1);
}

/// The index of the latest run set aside that belongs to the document and the choices; their number if there
/// is none.
std::size_t latest_that_fits(const Session& session, const TrainingState& state) {
  const Learned learned = learned_of(session.document(), state);
  const auto fits = [&](const RunSetAside& former) {
    return learns_what_is_chosen(*former.run, learned, state) &&
           belongs_to(former.known, session.document(), learned);
  };
  const auto found = std::find_if(state.set_aside.rbegin(), state.set_aside.rend(), fits);
  return found == state.set_aside.rend() ? state.set_aside.size()
                                         : static_cast<std::size_t>(state.set_aside.rend() - found) - 1;
}

/// After a change of the run, since they may not exist any more.
void forget_cells(TrainingState& state) {
  state.drag.reset();
  state.field.reset();
  state.painted.reset();
  state.chosen_cell.reset();
}

bool is_weight(MatrixName name) {
  const Layer* layer = layer_of(name);
  return name == MatrixName::W_u || (layer != nullptr && layer->weight == name);
}

/// Whether the run learns next words with a tied output.
bool has_tied_output(const TrainingState& state) {
  const NextWordObjective* objective = next_words_of(state);
  return objective != nullptr && objective->is_tied();
}

/// The present run, if it has steps.
std::optional<RunSetAside> take_out(TrainingState& state) {
  if (!state.run || !has_steps(*state.run)) return std::nullopt;
  return RunSetAside{.run = std::move(state.run),
                     .start = std::move(state.start),
                     .known = std::move(state.known),
                     .random_start = state.random_start,
                     .has_drawn_features = state.has_drawn_features,
                     .is_locked = state.is_locked || state.is_playing,
                     .history = std::move(state.paths.history)};
}

/// The next run begins with the settings that the controls show: those of the present step.
void keep_settings(TrainingState& state) {
  if (!state.run) return;
  state.optimizer = state.run->settings().optimizer;
  if (!state.trained.empty()) state.trained = state.run->settings().trained;
}

bool is_among(const std::vector<MatrixRef>& matrices, const MatrixRef& wanted) {
  return std::find(matrices.begin(), matrices.end(), wanted) != matrices.end();
}

/// What a new run needs to know of the one that it replaces.
struct FormerRun {
  Index n_heads = 0;  // 0: there was none
  bool has_tied_output = false;
};

/// state.trained becomes what a run with this objective trains: what was chosen for the last one, as far as
/// it exists, and what is new.
void choose_trained(const Session& session, TrainingState& state, const TrainingObjective& objective,
                    const FormerRun& former) {
  // What was trained for one objective says nothing about the other.
  const Learned learned = learned_of(session.document(), state);
  if (state.trained_for != learned) state.trained.clear();
  state.trained_for = learned;
  const std::vector<MatrixRef> possible = trainable_matrices(session, objective);
  const bool is_chosen = std::any_of(possible.begin(), possible.end(), [&](const MatrixRef& matrix) {
    return is_among(state.trained, matrix);
  });
  std::vector<MatrixRef> trained;
  for (const MatrixRef& matrix : possible) {
    const bool is_new_output = matrix.name == MatrixName::W_u && former.has_tied_output;
    const bool is_in_new_head = former.n_heads > 0 && is_per_head(matrix.name) &&
                                matrix.head >= former.n_heads && is_among(state.trained, {matrix.name, 0});
    const bool is_wanted = is_chosen ? is_among(state.trained, matrix) : is_weight(matrix.name);
    if (is_wanted || is_new_output || is_in_new_head) trained.push_back(matrix);
  }
  state.trained = std::move(trained);
}

/// The document as the run starts from it.
Result<Document> starting_document(const Document& document, const TrainingState& state,
                                   const TrainingObjective& objective,
                                   const std::optional<RandomStart>& random_start) {
  if (!random_start) return document;
  return with_random_start(document, state.trained, objective.words(), random_start->draw,
                           random_start->seed);
}

void start_run(const Session& session, TrainingState& state, std::optional<RandomStart> random_start) {
  const Document& document = session.document();
  const FormerRun former{state.run ? state.run->objective().model().n_heads() : 0, has_tied_output(state)};
  keep_settings(state);
  if (std::optional<RunSetAside> replaced = take_out(state)) {
    state.set_aside.push_back(*std::move(replaced));
    if (state.set_aside.size() > most_runs_set_aside) state.set_aside.erase(state.set_aside.begin());
  }
  state.is_playing = false;
  state.is_locked = false;
  forget_cells(state);
  state.start.reset();
  state.known = {document};
  state.random_start.reset();
  state.has_drawn_features = false;
  keep_heads_in(document.model, state);
  if (std::optional<Error> refused = edits::refuse_edit(document, {MatrixName::W_q, state.trained_head}))
    return stop_run(state, std::move(refused->message));
  if (!is_quick(document.model)) {
    return stop_run(
        state,
        "This document is too large to be trained in the window. Use the command attention-lab train "
        "instead.");
  }
  Result<std::unique_ptr<TrainingObjective>> objective = objective_of(document, state);
  if (!objective) return stop_run(state, as_markup(objective.error().message));
  choose_trained(session, state, **objective, former);
  const Result<Document> source = starting_document(document, state, **objective, random_start);
  if (!source) return stop_run(state, as_markup(source.error().message));
  objective = objective_of(*source, state);
  if (!objective) return stop_run(state, as_markup(objective.error().message));
  if (learned_of(document, state) == Learned::next_word)
    state.start = NextWordObjective::make(*source, state.loss_over).value();
  state.problem.clear();
  state.run = std::make_unique<TrainingRun>(*std::move(objective), chosen_settings(document, state));
  state.random_start = random_start;
  state.has_drawn_features = source->features.empty() && !document.features.empty();
  state.paths.history = VectorHistory();
  state.paths.history.record(*state.run);
  ++state.runs;
  if (!state.run->record().is_finite()) stop_run(state, too_large_to_train);
}

void bring_back(TrainingState& state, RunSetAside&& former) {
  forget_cells(state);
  state.is_playing = false;
  state.is_locked = former.is_locked;
  state.problem.clear();
  state.run = std::move(former.run);
  state.start = std::move(former.start);
  state.known = std::move(former.known);
  state.random_start = former.random_start;
  if (state.random_start) state.next_random_start = *state.random_start;
  state.has_drawn_features = former.has_drawn_features;
  state.paths.history = std::move(former.history);
  state.trained = state.run->settings().trained;
  state.optimizer = state.run->settings().optimizer;
  state.trained_for = learned_by(state);
  // The document of the run may have had fewer heads.
  keep_heads_in(state.run->objective().model(), state);
  ++state.runs;
}

/// What happened to the run that was replaced.
enum class Cause {
  choices,   ///< something else is to be learned
  document,  ///< the document changed
  opening,   ///< another document was opened
};

std::string words_about_replaced_run(Cause cause, bool has_new_run) {
  switch (cause) {
    case Cause::choices:
      return has_new_run ? "A new run has begun. Switch back to return to your last run."
                         : "Your last run is kept: switch back to return to it.";
    case Cause::document:
      return has_new_run ? "Your document has changed, so a new run has begun. Undo the change to return to "
                           "your last run."
                         : "Your last run is kept: undo the change to return to it.";
    case Cause::opening: return has_new_run ? "A new run has begun with the document that you opened." : "";
  }
  return {};
}

/// The present run does not fit the document or the choices any more.
std::string change_run(const Session& session, TrainingState& state) {
  if (can_return(session, state)) {
    return_to_run_before(session, state);
    return "Your last run is back, with all of its steps.";
  }
  const bool is_replaced = state.run && has_steps(*state.run);
  const bool is_document_of_run = state.run && belongs_to(state.known, session.document(), learned_by(state));
  const Cause cause = is_document_of_run                 ? Cause::choices
                      : state.opened != session.opened() ? Cause::opening
                                                         : Cause::document;
  start_run(session, state, is_document_of_run ? state.random_start : std::nullopt);
  return is_replaced ? words_about_replaced_run(cause, state.run != nullptr) : std::string();
}

}  // namespace

Result<std::unique_ptr<TrainingObjective>> objective_of(const Document& source, const TrainingState& state) {
  if (learned_of(source, state) == Learned::attention)
    return std::unique_ptr<TrainingObjective>(
        std::make_unique<MatchObjective>(source.model, state.trained_head));
  Result<std::unique_ptr<NextWordObjective>> learning = NextWordObjective::make(source, state.loss_over);
  if (!learning) return learning.error();
  return std::unique_ptr<TrainingObjective>(std::move(learning).value());
}

void start_from_document(const Session& session, TrainingState& state) {
  start_run(session, state, std::nullopt);
}

void start_from_random(const Session& session, TrainingState& state) {
  start_run(session, state, state.next_random_start);
}

bool can_return(const Session& session, const TrainingState& state) {
  return latest_that_fits(session, state) != state.set_aside.size();
}

void return_to_run_before(const Session& session, TrainingState& state) {
  const auto found = state.set_aside.begin() + static_cast<std::ptrdiff_t>(latest_that_fits(session, state));
  RunSetAside former = std::move(*found);
  state.set_aside.erase(found);
  // As the first one: going back again shows the run before, and in the end this one.
  if (std::optional<RunSetAside> replaced = take_out(state))
    state.set_aside.insert(state.set_aside.begin(), *std::move(replaced));
  bring_back(state, std::move(former));
  if (learned_by(state) == Learned::attention) follow_target(target_of(session.document()), state);
}

std::string follow_document(const Session& session, TrainingState& state) {
  if (state.revision == session.revision()) return {};
  state.revision = session.revision();
  const Document& document = session.document();
  if (state.opened != session.opened()) state.learned.reset();  // chosen for another document
  keep_heads_in(document.model, state);
  const Learned learned = learned_of(document, state);
  const bool is_known = belongs_to(state.known, document, learned);
  const bool is_same = state.run && learns_what_is_chosen(*state.run, learned, state) &&
                       (is_known || has_numbers_of(document, state));
  std::string news;
  if (!is_same)
    news = change_run(session, state);
  else if (!is_known)
    state.known.push_back(document);
  state.opened = session.opened();
  if (!state.run || learned != Learned::attention) return news;
  // At another step, the run may have another target, which stays until that of the document changes.
  const Matrix target = target_of(document);
  if (is_same && have_same_bits(view_of(target), view_of(state.followed_target))) return news;
  if (follow_target(target, state) && news.empty()) {
    return "The target of the document has changed, and the run follows it in a new branch. Undo does not "
           "change the "
           "weights of a run.";
  }
  return news;
}

Document with_names_of_run(const Document& document, const TrainingState& state) {
  Document named = document;
  if (state.has_drawn_features) named.features.clear();
  return named;
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
  std::vector<std::string> names;  // of several heads only once
  for (const MatrixRef& matrix : run.settings().trained)
    if (names.empty() || names.back() != display_name(matrix.name))
      names.push_back(display_name(matrix.name));
  return list_of(names);
}

Edit take_into_document(const Session& session, const TrainingState& state) {
  const TrainingRun& run = *state.run;
  SeveralEdits edits = edits_taking_run(session.document(), state);
  const std::string matrices = list_of_trained(run);
  edits.name = run.step() == 0 ? filled("Set <matrices>", {{"matrices", matrices}})
                               : filled("Train <matrices> for <steps>",
                                        {{"matrices", matrices}, {"steps", counted(run.step(), "step")}});
  return edits;
}

std::string words_after_taking(const Session& session, const TrainingState& state) {
  const TrainingRun& run = *state.run;
  const std::string step = count_text(run.step());
  const NextWordObjective* next_words = next_words_of(state);
  const Index n_tokens = session.model().n_tokens();
  const Index left_out = next_words == nullptr || session.model().options.positions != Positions::learned
                             ? 0
                             : next_words->position_embeddings().rows() - n_tokens;
  if (left_out <= 0) return filled("Your document now has the weights of step <step>.", {{"step", step}});
  return filled(
      "Your document now has the weights of step <step>, except for <positions> beyond the end of your "
      "sentence.",
      {{"step", step}, {"positions", counted(left_out, "position")}});
}

}  // namespace attention_lab
