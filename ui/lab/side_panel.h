// The column beside a workspace: the inspector, or the options of a figure.
#pragma once

#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

struct WithSidePanel {
  Rect workspace;
  Rect side;
};

/// Divides the area between the workspace and its side panel, and draws their cards.
WithSidePanel with_side_panel(WidgetContext& view, const Rect& area);

}  // namespace attention_lab
