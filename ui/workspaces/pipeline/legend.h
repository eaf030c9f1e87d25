// What the colours of the pipeline mean, with their real range.
#pragma once

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// The legend's size: two bars, one over the other or side by side.
Point legend_size(const ViewState& view, bool is_wide);

/// One bar for the weights, 0 to `weights_high`; one for the signed numbers of the matrix looked at.
void draw_legend(const Session& session, ViewState& view, const Painter& painter, Point origin, bool is_wide,
                 double weights_high);

/// Where the weights' colours end: the largest weight shown, rounded up to a number people read easily.
/// It does not fall while a cell is being changed, so that colours can be compared.
double weights_high(const Session& session, ViewState& view);

}  // namespace attention_lab
