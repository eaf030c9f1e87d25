// The run of the training workspace and its document: which run belongs to a document, how one starts from
// it, and how its numbers are put into it.
#pragma once

#include <memory>
#include <string>

#include "core/document/document.h"
#include "core/document/edit.h"
#include "core/document/session.h"
#include "core/result.h"
#include "core/training/objective.h"
#include "ui/workspaces/training/training_state.h"

namespace attention_lab {

/// The objective that is chosen, with the numbers of `source`.
Result<std::unique_ptr<TrainingObjective>> objective_of(const Document& source, const TrainingState& state);
/// Starts a run if there is none, or if the document is neither the one that the run began with nor that one
/// with the numbers of the present step, or if something else is to be learned; passes a changed target to
/// the run. Without a run, state.problem says why.
///
/// A run with steps that is replaced in this way is set aside, and comes back as soon as the document and the
/// choices are again those that it belongs to. Returns what the user should know of this, or nothing.
std::string follow_document(const Session& session, TrainingState& state);

/// Whether there is a run that was replaced, and it belongs to the document and the choices.
bool can_return(const Session& session, const TrainingState& state);
/// Exchanges the present run with that one.
void return_to_run_before(const Session& session, TrainingState& state);

/// A new run from the numbers of the document.
void start_from_document(const Session& session, TrainingState& state);
/// A new run from the document with the trained matrices drawn as state.next_random_start says.
void start_from_random(const Session& session, TrainingState& state);

/// The document with the names that its rows and columns have in the run.
Document with_names_of_run(const Document& document, const TrainingState& state);

/// Whether the document already has the numbers of the present step.
bool is_in_document(const Session& session, TrainingState& state);
/// Gives them to the document, as one undo step.
Edit take_into_document(const Session& session, const TrainingState& state);
/// What to say then.
std::string words_after_taking(const Session& session, const TrainingState& state);

/// "W_q", "W_q and W_k", "W_q, W_k and b_q": mark-up.
std::string list_of_trained(const TrainingRun& run);

}  // namespace attention_lab
