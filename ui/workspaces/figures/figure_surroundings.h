// The options for what a figure shows around its numbers.
#pragma once

#include "ui/lab/view_state.h"
#include "ui/widgets/control_column.h"

namespace attention_lab {

/// A switch for every part of the figure that can be left out, and a field for each of its words.
void draw_figure_surroundings(ControlColumn& column, ViewState& view);

}  // namespace attention_lab
