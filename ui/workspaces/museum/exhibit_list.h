// The list of the nine exhibits, left in the museum.
#pragma once

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// Documents up to this many tokens get a mark at every exhibit: each takes a forward pass or two.
inline constexpr Index most_marked_tokens = 256;

/// Looks at one exhibit of the list that is out of date, and asks for another frame while there are more.
void update_marks(const Session& session, ViewState& view);

/// Fills `area`. A click chooses an exhibit.
void draw_exhibit_list(const Session& session, ViewState& view, const Rect& area);

/// Chooses the exhibit so many places further down, if there is one.
void step_exhibit(MuseumState& museum, int by);

}  // namespace attention_lab
