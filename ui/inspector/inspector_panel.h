// The inspector explains one number.
#pragma once

#include <optional>

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// The selected number or, if none is selected, the one under the mouse. For a moment, a number that has just
/// changed, with what it was before, unless another one is pinned or pointed at. Of a row or column that is
/// dragged, its first number.
std::optional<CellRef> inspected_cell(const Session& session, ViewState& view);

/// Shows the inspected number or else hints; fills `area`.
void draw_inspector(const Session& session, ViewState& view, const Rect& area);

}  // namespace attention_lab
