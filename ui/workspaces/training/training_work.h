// What the training workspace does with its run.
#pragma once

#include <string>
#include <vector>

#include "core/document/edit.h"
#include "core/document/edits.h"
#include "core/document/session.h"
#include "ui/workspaces/training/training_state.h"

namespace attention_lab {

/// The document's target, or even attention if it has none.
Matrix target_of(const Document& document);
/// Lets the run go on from its present step towards another target.
void use_target(TrainingState& state, const Matrix& target);

/// Starts a run if there is none, or if the document has other numbers or options than the run; passes a
/// changed target to the run. Without a run, state.problem says why.
void follow_document(const Session& session, TrainingState& state);

/// Goes on for a frame that lasted `seconds`, as fast as chosen; stops at a problem, at the limit of steps
/// and if the loss no longer changes.
void advance_training(TrainingState& state, double seconds);

/// Finds out whether the target can be matched, if something that matters has changed. While the target of a
/// longer sentence is being dragged, it is not known.
void follow_reach(TrainingState& state);
/// Mark-up. Precondition: it was found out, or could not be.
std::string reach_in_words(const Session& session, const TrainingState& state);

/// The settings as the controls show them.
TrainingSettings chosen_settings(const Session& session, const TrainingState& state);

/// A new run from the document with newly drawn trained matrices.
void start_from_random(const Session& session, TrainingState& state, edits::Draw draw);

/// The matrices that can be trained. Embeddings that equal words share are not among them, because this loss
/// changes the embedding of each token on its own.
std::vector<MatrixRef> trainable_matrices(const Session& session, const TrainingObjective& objective);

/// Whether the document already has the numbers of the present step.
bool is_in_document(const Session& session, const TrainingState& state);
/// Gives them to the document, as one undo step.
Edit take_into_document(const Session& session, const TrainingState& state);

/// "W_q", "W_q and W_k", "W_q, W_k and b_q": mark-up.
std::string list_of_trained(const TrainingRun& run);

}  // namespace attention_lab
