// The √d_k laboratory workspace: experiments that show why scores are divided by √d_k.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Fills `area` of the window and returns it.
Rect draw_laboratory(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);

// Its pages, each in a file of the same name. Each fills `area`.
void draw_variance_panel(const Session& session, ViewState& view, const Rect& area);
void draw_sharpness_panel(const Session& session, ViewState& view, const Rect& area);
void draw_gradient_panel(ViewState& view, const Rect& area);
void draw_document_panel(const Session& session, ViewState& view, ActionQueue& actions, const Rect& area);
void draw_size_panel(const Session& session, ViewState& view, const Rect& area);

}  // namespace attention_lab
