// The plot of the paths that training moves queries and keys along.
#pragma once

#include "core/document/session.h"
#include "ui/figures/base/plot.h"
#include "ui/widgets/control_column.h"
#include "ui/workspaces/training/training_state.h"

namespace attention_lab {

/// The paths of the queries and keys of the document's tokens from step 0 to the present step, in one head.
/// Sets the words about it, and which plane is shown. Null if the sentence has no queries and keys, because
/// it is too long for learned positions; the words then say so. Precondition: there is a run.
PlotPointer paths_plot(const Session& session, TrainingState& state);

/// While paths are shown: the coordinates of the plane, if there is a choice, and words about the paths.
/// Precondition: there is a run.
void draw_path_controls(ControlColumn& column, TrainingState& state);

}  // namespace attention_lab
