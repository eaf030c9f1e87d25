// The table of the first bench: a row for each d.
#pragma once

#include "ui/laboratory/bench_page.h"

namespace attention_lab {

struct VarianceBench;

/// A click on a row makes its d the present one.
void draw_variance_table(ViewState& view, VarianceBench& bench, const Painter& painter, const Rect& card);

}  // namespace attention_lab
