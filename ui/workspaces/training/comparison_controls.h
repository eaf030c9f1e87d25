// The control that chooses the second run.
#pragma once

#include "ui/widgets/control_column.h"
#include "ui/workspaces/training/training_state.h"

namespace attention_lab {

/// With words about what is compared. Precondition: there is a run.
void draw_comparison_controls(ControlColumn& column, TrainingState& state);

}  // namespace attention_lab
