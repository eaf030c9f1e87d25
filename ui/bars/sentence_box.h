// The field for the sentence: type another one and press Enter.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

void draw_sentence_box(const Session& session, ViewState& view, ActionQueue& actions, const Painter& painter,
                       const Rect& rect);

}  // namespace attention_lab
