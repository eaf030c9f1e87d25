// Draws one frame of the whole window.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Draws everything between ImGui::NewFrame and ImGui::Render. Reads the session and queues all changes.
void draw_lab(const Session& session, ViewState& view, ActionQueue& actions);

/// Requests the characters of all shown texts: tokens, title, file names.
void need_characters(const Session& session, const ViewState& view, FontBook& fonts);

}  // namespace attention_lab
