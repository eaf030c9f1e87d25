#include "ui/workspaces/training/training_sentences.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/training/match_objective.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab {
namespace {

constexpr double matched = 0.001;       // the largest difference of a weight, or of a loss from the best one
constexpr double least_shown = 0.0001;  // with four decimals

std::string sentence_about_words(const Session& session, const TrainingState& state) {
  const TrainingRun& run = *state.run;
  const TrainingRecord& record = run.record();
  std::string step = filled(
      "Step <step>: the loss is <loss> nats. The lowest possible loss is <least>, the entropy of the corpus.",
      {{"step", count_text(run.step())},
       {"loss", format_number(record.loss, 4)},
       {"least", format_number(run.objective().least_loss(), 4)}});
  if (const Dropout& dropout = next_words_in(state).dropout(); dropout.p > 0)
    step = filled("<step> <dropout>", {{"step", step}, {"dropout", describe_step_dropout(dropout)}});
  if (run.step() == 0 && session.model().options.mask != Mask::causal)
    step = filled("<step> <mask>", {{"step", step}, {"mask", training_uses_causal_mask}});
  if (!record.held_out_loss || !state.held_out_score) return step;
  const NextWordScore& score = *state.held_out_score;
  if (score.n_right == score.n_sentences) {
    return filled(
        "<step> The model predicts the last word of all <all> held-out sentences correctly; their loss is "
        "<loss>.",
        {{"step", step}, {"all", score.n_sentences}, {"loss", format_number(*record.held_out_loss, 4)}});
  }
  return filled(
      "<step> The model predicts the last word of <right> of the <all> held-out sentences correctly; their "
      "loss is <loss>.",
      {{"step", step},
       {"all", score.n_sentences},
       {"right", score.n_right},
       {"loss", format_number(*record.held_out_loss, 4)}});
}

std::string sentence_about_attention(const Session& session, const TrainingState& state) {
  const TrainingRun& run = *state.run;
  const double loss = run.record().loss;
  const double excess = std::max(0.0, loss - run.objective().least_loss());
  const Matrix& weights = *find(run.objective().trace(), {MatrixName::weights, state.trained_head});
  Index query = 0;
  Index key = 0;
  const Scalar difference = (weights - *run.settings().target).cwiseAbs().maxCoeff(&query, &key);
  const auto token = [&](Index i) {
    return quoted_markup(session.document().tokens[static_cast<std::size_t>(i)]);
  };
  const std::string excess_text =
      excess >= least_shown || excess == 0 ? format_number(excess, 4) : "less than 0.0001";
  std::string step =
      filled(static_cast<double>(difference) < matched
                 ? "Step <step>: the target is matched. The loss is <loss> nats, <excess> above the minimum, "
                   "the entropy of the target. The largest difference is <difference>, in the attention of "
                   "<query> to <key>."
                 : "Step <step>: the loss is <loss> nats, <excess> above the minimum, the entropy of the "
                   "target. The largest difference is <difference>, in the attention of <query> to <key>.",
             {{"step", count_text(run.step())},
              {"loss", format_number(loss, 4)},
              {"excess", excess_text},
              {"difference", format_number(static_cast<double>(difference), 4)},
              {"query", token(query)},
              {"key", token(key)}});
  // Before training, and after every change of the target.
  const bool is_start = run.step() == run.branches()[run.present_branch()].first_step;
  if (!is_start) return step;
  if (session.model().has_dropout())
    step = filled("<step> <dropout>", {{"step", step}, {"dropout", dropout_does_not_matter}});
  if (!state.reach) return step;
  return filled("<step> <reach>", {{"step", step}, {"reach", sentence_about_reach(session, state)}});
}

/// Whether held-out sentences have a word, apart from the last one, that is in no sentence of the corpus.
bool has_unseen_words(const NextWordObjective& objective) {
  std::vector<bool> is_seen(objective.words().size(), false);
  for (const std::vector<Index>& sentence : objective.corpus().sentences)
    for (const Index word : sentence) is_seen[static_cast<std::size_t>(word)] = true;
  const std::vector<std::vector<Index>>& held_out = objective.held_out().sentences;
  return std::any_of(held_out.begin(), held_out.end(), [&](const std::vector<Index>& sentence) {
    return std::any_of(sentence.begin(), sentence.end() - 1,
                       [&](Index word) { return !is_seen[static_cast<std::size_t>(word)]; });
  });
}

bool is_whole_sentence(const NextWordObjective& objective, const std::vector<std::string>& tokens) {
  std::vector<Index> words;
  for (const std::string& token : tokens) words.push_back(objective.find(token));
  const auto has = [&](const Corpus& corpus) {
    return std::find(corpus.sentences.begin(), corpus.sentences.end(), words) != corpus.sentences.end();
  };
  return has(objective.corpus()) || has(objective.held_out());
}

}  // namespace

std::string sentence_about_step(const Session& session, const TrainingState& state) {
  const TrainingRun& run = *state.run;
  if (run.problem()) return as_markup(run.problem()->message);
  if (run.is_at_limit()) {
    return filled(
        "Step <step> is the last one: a run that can be rewound cannot have more steps. To train further, "
        "put "
        "the weights into the document and start again from there.",
        {{"step", count_text(run.step())}});
  }
  if (!run.record().is_finite()) return too_large_to_continue;
  std::string step = next_words_of(state) != nullptr ? sentence_about_words(session, state)
                                                     : sentence_about_attention(session, state);
  if (!has_settled(run)) return step;
  const std::optional<double> best = best_possible_loss(state);
  if (best && run.record().loss - *best < matched) {
    return filled("<step> This is about the best possible loss for this target, so training stops by itself.",
                  {{"step", step}});
  }
  return filled("<step> The loss hardly changes any more, so training stops by itself.", {{"step", step}});
}

std::string sentence_about_reach(const Session& session, const TrainingState& state) {
  const Result<TargetReach>& reach = *state.reach;
  return as_markup(reach ? describe_reach(*reach, session.document().tokens) : reach.error().message);
}

std::string sentence_about_held_out(const TrainingState& state) {
  const NextWordObjective& objective = next_words_in(state);
  if (objective.held_out().sentences.empty())
    return "There are no held-out sentences. Add some under “Corpus and words…”.";
  if (state.run->is_trained({word_embeddings(objective.model())}) && has_unseen_words(objective)) {
    return "These sentences are never learned, only predicted. The features are being trained, but words "
           "that "
           "occur only here are not in the corpus, so their features learn nothing about what they mean.";
  }
  return "These sentences are never learned, only predicted.";
}

std::string sentence_about_prompt(const TrainingState& state) {
  if (state.paths.is_shown) return state.prompt.plot ? std::string() : state.paths.words;
  if (state.compares_seeds && !state.problem_of_seeds.empty()) return as_markup(state.problem_of_seeds);
  if (!state.compares_seeds || !state.seeds) {
    return state.shown_stage == MatrixName::weights
               ? "The attention weights of your sentence. The last row is used to predict the next word."
               : "An intermediate result for your sentence. The last row of the context is used to predict "
                 "the next word.";
  }
  const std::vector<SeedResult>& results = state.seeds->results();
  if (!state.seeds->is_finished()) {
    return filled("<done> of <all> runs finished, with <steps> steps each.",
                  {{"done", std::ssize(results)},
                   {"all", static_cast<Index>(state.seeds->settings().n_seeds)},
                   {"steps", count_text(state.seeds->settings().steps)}});
  }
  Index least = std::numeric_limits<Index>::max();
  Index n_sentences = 0;
  for (const SeedResult& result : results) {
    if (!result.held_out) continue;
    least = std::min(least, result.held_out->n_right);
    n_sentences = result.held_out->n_sentences;
  }
  if (n_sentences == 0) return "Attention weights alone do not explain a prediction.";
  if (least == n_sentences) {
    return "All ten runs get every held-out sentence right. Attention weights alone do not explain a "
           "prediction.";
  }
  return filled(
      "Each of the ten runs gets at least <least> of the <all> held-out sentences right. Attention weights "
      "alone do not explain a prediction.",
      {{"least", least}, {"all", n_sentences}});
}

std::string sentence_about_prediction(const Session& session, const TrainingState& state) {
  if (!state.asked) return as_markup(state.asked.error().message);
  const NextWordObjective& objective = next_words_in(state);
  const Index right = state.asked->right_word;
  if (right >= 0) {
    const auto probability = static_cast<double>(state.asked->now.probabilities(right));
    return filled("The loss of this prediction is −ln P(<word>) = −ln <probability> = <loss>.",
                  {{"word", quoted_markup(objective.words()[static_cast<std::size_t>(right)])},
                   {"probability", probability < least_shown ? format_scientifically(probability)
                                                             : format_number(probability, 4)},
                   {"loss", format_number(state.asked->now.loss_of(right), 4)}});
  }
  for (const std::string& token : session.document().tokens) {
    if (objective.find(token) >= 0) continue;
    return filled(
        "<word> is not among the words, so its features are random and this prediction means nothing. "
        "Add it under “Corpus and words…”.",
        {{"word", quoted_markup(token)}});
  }
  if (is_whole_sentence(objective, session.document().tokens)) {
    return "This is a whole sentence of the corpus or of the held-out list. Leave out its last word to see "
           "how it is "
           "predicted.";
  }
  return "No sentence of the corpus or of the held-out list begins like this, so there is no correct next "
         "word to compare with.";
}

std::string reason_of_branch(const TrainingRun& run, std::size_t branch) {
  const TrainingBranch& it = run.branches()[branch];
  const std::string step = count_text(it.first_step);
  switch (it.cause) {
    case BranchCause::start: return "the first run";
    case BranchCause::edit: {
      const CellRef& cell = *it.edited;
      return filled(it.settings == run.branches()[*it.parent].settings
                        ? "<matrix>[<row>,<column>] changed at step <step>"
                        : "<matrix>[<row>,<column>] and the settings changed at step <step>",
                    {{"matrix", display_name(cell.matrix.name)},
                     {"row", cell.row + 1},
                     {"column", cell.column + 1},
                     {"step", step}});
    }
    case BranchCause::settings: break;
  }
  const TrainingSettings& before = run.branches()[*it.parent].settings;
  const OptimizerSettings& optimizer = it.settings.optimizer;
  if (optimizer.optimizer != before.optimizer.optimizer) {
    return filled("<optimizer> with learning rate <rate> from step <step>",
                  {{"optimizer", display_name(optimizer.optimizer)},
                   {"rate", rate_text(optimizer.learning_rate)},
                   {"step", step}});
  }
  if (!(optimizer == before.optimizer)) {
    return filled("learning rate <rate> from step <step>",
                  {{"rate", rate_text(optimizer.learning_rate)}, {"step", step}});
  }
  if (it.settings.trained != before.trained)
    return filled("a different choice of trained matrices from step <step>", {{"step", step}});
  return it.settings == before ? filled("the same settings again from step <step>", {{"step", step}})
                               : filled("a different target from step <step>", {{"step", step}});
}

}  // namespace attention_lab
