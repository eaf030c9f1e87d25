// The line above the pipeline: the document's title and description, and whether it has unsaved changes.
#pragma once

#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

float title_line_height(const WidgetContext& view);

/// Draws the line into `area`. Text that does not fit is elided; the tooltip shows it in full. A double
/// click, or Edit, opens the fields for both texts.
void draw_title_line(const Session& session, ViewState& view, const Painter& painter, const Rect& area);
/// Draws it at the top of a workspace. Returns the rest of the area.
Rect draw_title_line_above(const Session& session, ViewState& view, const Painter& painter, const Rect& area);

}  // namespace attention_lab
