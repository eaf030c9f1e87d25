// What the training workspace does with its second run.
#pragma once

#include <optional>
#include <string>

#include "ui/workspaces/training/training_plots.h"
#include "ui/workspaces/training/training_state.h"

namespace attention_lab {

/// Trains the second run, if one is wanted, to the last step of the present line, a slice in each frame.
/// Begins anew if the line has another past. Precondition: there is a run.
void follow_comparison(TrainingState& state, double seconds);

ComparisonPicture picture_of_comparison(const TrainingState& state);
/// The second run and what both runs are called; nullopt if there is none.
std::optional<SecondCurve> second_curve(const TrainingState& state);
/// What is compared, and the losses at the present step, as mark-up; empty if nothing is to be compared.
std::string words_about_comparison(const TrainingState& state);

}  // namespace attention_lab
