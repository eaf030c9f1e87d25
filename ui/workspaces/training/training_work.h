// What the training workspace does with its run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/document/edit.h"
#include "core/document/edits.h"
#include "core/document/session.h"
#include "core/result.h"
#include "core/training/next_word_objective.h"
#include "ui/workspaces/training/next_word_plots.h"
#include "ui/workspaces/training/training_state.h"

namespace attention_lab {

/// What is learned: as chosen, or else as the document suggests.
Learned learned_of(const Document& document, const TrainingState& state);
/// The objective of a run that learns next words; null for other runs.
const NextWordObjective* next_words_of(const TrainingState& state);
/// The head whose attention the run shows.
Index head_of(const TrainingState& state);
/// Precondition: next words are learned.
const NextWordObjective& next_words_in(const TrainingState& state);
/// The sentence of the document as a prompt. Words that are learned have their present features, others those
/// of the document. Error: too many words for learned positions. Precondition: next_words_of().
Result<Prompt> prompt_of(const Document& document, const TrainingState& state);

/// The document's target, or even attention if it has none.
Matrix target_of(const Document& document);
/// Lets the run go on from its present step towards another target.
void use_target(TrainingState& state, const Matrix& target);

/// Playing unlocks the weights. Whenever training stops, also after single steps, they are locked as at
/// inference.
void play_or_pause(TrainingState& state);
void train_steps(TrainingState& state, int steps);
void stop_playing(TrainingState& state);

/// Whether the last step hardly changed the loss, so that further ones would not either.
bool has_settled(const TrainingRun& run);

/// Goes on for a frame that lasted `seconds`, as fast as chosen; stops at a problem, at the limit of steps
/// and if the loss no longer changes.
void advance_training(TrainingState& state, double seconds);

/// Predicts what comes after the document's sentence and after the held-out ones, if something has changed.
void follow_prompt(const Session& session, TrainingState& state);

/// Trains with ten seeds while they are to be compared, a slice in each frame.
void follow_seeds(const Session& session, TrainingState& state, double seconds);

/// Finds out whether the target can be matched, if something that matters has changed. While the target of a
/// longer sentence is being dragged, it is not known.
void follow_reach(TrainingState& state);

/// The best possible loss of a target that cannot be matched; nothing if it can, or if that is not known.
std::optional<double> best_possible_loss(const TrainingState& state);

/// The matrices that can be trained. Towards a target, embeddings that equal words share are not among them,
/// because that loss changes the embedding of each token on its own.
std::vector<MatrixRef> trainable_matrices(const Session& session, const TrainingObjective& objective);

}  // namespace attention_lab
