// What the present step says: title, formula, numbers, sentence, and the field for a guess.
#pragma once

#include "core/document/session.h"
#include "ui/lab/view_state.h"
#include "ui/widgets/paint.h"

namespace attention_lab {

/// Fills `area` of the window. Where it is low, title and formula share a line.
void draw_step_words(const Session& session, ViewState& view, const Painter& painter, const Rect& area);

}  // namespace attention_lab
