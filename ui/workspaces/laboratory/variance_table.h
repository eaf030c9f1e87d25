// The table of the first bench: a row for each d.
#pragma once

#include "ui/workspaces/laboratory/experiment_page.h"

namespace attention_lab {

struct VarianceState;

/// A click on a row makes its d the present one.
void draw_variance_table(ViewState& view, VarianceState& bench, const Painter& painter, const Rect& card);

}  // namespace attention_lab
