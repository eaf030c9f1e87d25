// The line above the pipeline: the document's title, what it is for, and whether it has been changed since.
#pragma once

#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

float title_line_height(const WidgetContext& view);

/// Fills `area` with one line; what does not fit is elided and stands in the tooltip. A double click, or
/// Edit, opens the fields for both texts.
void draw_title_line(const Session& session, ViewState& view, const Painter& painter, const Rect& area);

}  // namespace attention_lab
