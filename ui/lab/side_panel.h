// The column beside a workspace: the inspector, or the options of a figure.
#pragma once

#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

struct WithSidePanel {
  Rect workspace;
  Rect side;
};

/// Divides the area between the workspace and its side panel, and draws their cards. With `keeps_room`,
/// larger controls do not widen the panel, so that the numbers of the workspace become no smaller.
WithSidePanel with_side_panel(ViewState& view, const Rect& area, bool keeps_room = false);

}  // namespace attention_lab
