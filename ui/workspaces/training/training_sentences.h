// What the training workspace says about its run. All sentences are mark-up.
#pragma once

#include <cstddef>
#include <string>

#include "core/document/session.h"
#include "ui/workspaces/training/training_state.h"

namespace attention_lab {

inline constexpr const char* weights_are_locked =
    "These weights are locked, as in a model that is in use. Turn off “weights locked” to change them.";

// Precondition of all: there is a run.

/// The step and its loss, with what is worth knowing about it.
std::string sentence_about_step(const Session& session, const TrainingState& state);

/// Whether the target can be matched. Precondition: this has been determined, or cannot be.
std::string sentence_about_reach(const Session& session, const TrainingState& state);

// Precondition of these: next words are learned.

std::string sentence_about_held_out(const TrainingState& state);
/// About the attention of the document's sentence, in this run or with ten seeds.
std::string sentence_about_prompt(const TrainingState& state);
/// About the word that comes after it.
std::string sentence_about_prediction(const Session& session, const TrainingState& state);

/// What changed when a branch began; part of a sentence.
std::string reason_of_branch(const TrainingRun& run, std::size_t branch);

}  // namespace attention_lab
