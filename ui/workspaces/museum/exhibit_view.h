// The list of the exhibits, and the chosen one: right and wrong side by side, what gives it away.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// The stage that is shown of the chosen exhibit: the person's choice where the document has it, else the
/// most telling one.
MatrixRef shown_stage(const Session& session, const ViewState& view);

/// Chooses the stage so many places later, if there is one.
void step_stage(const Session& session, ViewState& view, int by);

/// Fills `area`; scrolls where it is too small. Precondition: view.museum.exhibit is up to date.
void draw_exhibit(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

/// Documents up to this many tokens get a mark at every exhibit: each takes a forward pass or two.
inline constexpr Index most_marked_tokens = 256;

/// Looks at one exhibit of the list that is out of date, and asks for another frame while there are more.
void update_marks(const Session& session, WidgetContext& context, MuseumState& museum);

/// Fills `area`. A click chooses an exhibit.
void draw_exhibit_list(const Session& session, WidgetContext& context, MuseumState& museum, const Rect& area);

/// Chooses the exhibit so many places further down, if there is one.
void step_exhibit(MuseumState& museum, int by);

}  // namespace attention_lab
