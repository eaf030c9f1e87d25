#include "ui/workspaces/training/training_work.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/document/target.h"
#include "core/mistakes/exhibit.h"
#include "core/training/match_objective.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr double longest_frame_counted = 0.1;  // seconds; after a pause, the missed steps are not made up for
constexpr Index most_tokens_in_a_drag = 6;     // with which the reach of a target takes a few milliseconds
constexpr double least_change = 1e-9;          // of the loss, over a step

/// Whether the document has the numbers and options of the run's present step.
bool has_numbers_of(const Document& document, const TrainingRun& run) {
  Document trained = document;
  trained.model = run.objective().model();
  return has_same_contents(document, trained);
}

void stop_run(TrainingState& state, std::string problem) {
  state.run.reset();
  state.is_playing = false;
  state.problem = std::move(problem);
}

void start_run(const Session& session, TrainingState& state, const Document& source) {
  state.is_playing = false;
  // Their cells may not exist any more.
  state.drag.reset();
  state.field.reset();
  state.painted.reset();
  state.chosen_cell.reset();
  state.head = std::min(state.head, session.model().n_heads() - 1);
  const std::optional<Error> refused = edits::refuse_edit(source, {MatrixName::W_q, state.head});
  if (refused) return stop_run(state, refused->message);
  if (!is_quick(source.model)) {
    return stop_run(
        state,
        "This document is too large to be trained in the window. The command attention-lab train can "
        "do it.");
  }
  auto objective = std::make_unique<MatchObjective>(source.model, state.head);
  const std::vector<MatrixRef> possible = trainable_matrices(session, *objective);
  std::erase_if(state.trained, [&](const MatrixRef& matrix) {
    return std::find(possible.begin(), possible.end(), matrix) == possible.end();
  });
  if (state.trained.empty()) state.trained = {{MatrixName::W_q, state.head}, {MatrixName::W_k, state.head}};
  state.problem.clear();
  state.run = std::make_unique<TrainingRun>(std::move(objective), chosen_settings(session, state));
  ++state.runs;
  if (!std::isfinite(state.run->record().loss)) stop_run(state, too_large_to_train);
}

}  // namespace

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
  return {state.optimizer, state.trained, target_of(session.document())};
}

void follow_document(const Session& session, TrainingState& state) {
  if (state.revision == session.revision()) return;
  state.revision = session.revision();
  const Document& document = session.document();
  const bool is_known = std::any_of(state.known.begin(), state.known.end(), [&](const Document& known) {
    return has_same_contents(document, known);
  });
  const bool shares_words = document.vocabulary.has_value();
  const bool is_same = state.run && shares_words == state.followed.vocabulary.has_value() &&
                       (is_known || has_numbers_of(document, *state.run));
  if (!is_same) {
    start_run(session, state, document);
    state.known = {document};
  } else if (target_of(document) != target_of(state.followed)) {
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
  const Model& model = run.objective().model();
  const auto n = static_cast<double>(model.n_tokens());
  const auto d_model = static_cast<double>(model.d_model());
  const auto d_k = static_cast<double>(model.d_k() + model.d_v());
  const double work_of_step = 500 + 6 * (n * d_model * d_k + n * n * d_k);
  const double affordable = std::max(1.0, state.pace.next(seconds) / work_of_step);
  state.steps_due += std::min(seconds, longest_frame_counted) * static_cast<double>(state.steps_per_second);
  const double steps = std::min(std::floor(state.steps_due), affordable);
  state.steps_due = std::min(state.steps_due - steps, 1.0);
  for (double done = 0; done + 1 <= steps; ++done) {
    const double before = run.record().loss;
    if (!run.advance() ||
        (std::abs(run.record().loss - before) < least_change && run.record().gradient_norm < 1e-6)) {
      state.is_playing = false;
      return;
    }
  }
}

void follow_reach(TrainingState& state) {
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

std::string reach_in_words(const Session& session, const TrainingState& state) {
  const Result<TargetReach>& reach = *state.reach;
  return as_markup(reach ? describe_reach(*reach, session.document().tokens) : reach.error().message);
}

void start_from_random(const Session& session, TrainingState& state, edits::Draw draw) {
  Document source = session.document();
  std::uint64_t seed = state.seed;
  const std::vector<MatrixRef> trained = state.trained;
  for (const MatrixRef& matrix : trained) {
    Result<Document> redrawn = edits::redraw(source, matrix, draw, seed++);
    if (redrawn) source = *std::move(redrawn);
  }
  start_run(session, state, source);
}

std::vector<MatrixRef> trainable_matrices(const Session& session, const TrainingObjective& objective) {
  std::vector<MatrixRef> matrices = objective.parameters();
  if (session.document().vocabulary) std::erase(matrices, MatrixRef{word_embeddings(session.model())});
  return matrices;
}

bool is_in_document(const Session& session, const TrainingState& state) {
  return has_numbers_of(session.document(), *state.run);
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
  const Model& model = run.objective().model();
  SeveralEdits edits;
  const std::string matrices = list_of_trained(run);
  edits.name = run.step() == 0 ? filled("Set <matrices>", {{"matrices", matrices}})
                               : filled("Train <matrices> for <steps>",
                                        {{"matrices", matrices}, {"steps", counted(run.step(), "step")}});
  for (const MatrixRef& matrix : run.objective().parameters()) {
    const Matrix trained = matrix_view(model, run.objective().trace(), matrix);
    if (trained != Matrix(matrix_view(session.model(), session.trace(), matrix)))
      edits.edits.push_back(SetBlock{{matrix, 0, 0}, trained});
  }
  return edits;
}

}  // namespace attention_lab
