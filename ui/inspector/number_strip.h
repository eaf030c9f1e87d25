// The arithmetic of one number in one line, for the presenter view.
#pragma once

#include "core/attention/matrix_name.h"
#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// The preferred height.
float number_strip_height(const WidgetContext& view);

/// "score of “journey” for “starts”  ω_{2,3} = q_2 · k_3 = 0.43 × 0.43 + 1.46 × 1.43 = 2.27". What is still
/// to be predicted in the steps is not shown.
void draw_number_strip(const Session& session, ViewState& view, const Painter& painter, const Rect& rect,
                       const CellRef& cell);

}  // namespace attention_lab
