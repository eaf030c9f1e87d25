// The ranges behind the colours of the pipeline in the window, and when they hold still.
#pragma once

#include "core/document/session.h"
#include "ui/figures/pipeline/pipeline_figure.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Why the colours keep their ranges although the numbers leave them.
enum class ColourHold { none, chosen, changing_number, steps, pinned, options };

ColourHold colour_hold(const ViewState& view);

/// Gives the figure the ranges of its numbers and of its colours. Colours that hold still keep the ranges of
/// the last frame, so that the same colour means the same number before and after a change.
void take_colours(const Session& session, ViewState& view, PipelineFigureSpec& spec);

/// The padlock at the right end of the legend; a click shuts or opens it.
void draw_colour_lock(ViewState& view, const Painter& painter, const Rect& rect);

}  // namespace attention_lab
