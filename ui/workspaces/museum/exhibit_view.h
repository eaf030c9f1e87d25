// The list of exhibits, and the chosen exhibit: right and wrong side by side, and what gives it away.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// The stage shown for the chosen exhibit: the user's choice if the document has it, otherwise the stage that
/// shows the mistake best.
MatrixRef shown_stage(const Session& session, const ViewState& view);

/// Moves the choice of the stage by this many places, if there is such a stage.
void step_stage(const Session& session, ViewState& view, int by);

/// Fills `area`; scrolls if it is too small. Precondition: view.museum.exhibit is up to date.
void draw_exhibit(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

/// Only documents with up to this many tokens have marks; each mark takes one or two forward passes.
inline constexpr Index most_marked_tokens = 256;

/// Updates one outdated mark, and requests another frame while there are more.
void update_marks(const Session& session, WidgetContext& context, MuseumState& museum);

/// Fills `area`. A click chooses an exhibit.
void draw_exhibit_list(const Session& session, WidgetContext& context, MuseumState& museum, const Rect& area);

/// Moves the choice of the exhibit by this many places, if there is such an exhibit.
void step_exhibit(MuseumState& museum, int by);

}  // namespace attention_lab
