// One frame of the whole window.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

/// Draws everything between ImGui::NewFrame and ImGui::Render. Reads the session, queues what is to change.
void draw_lab(const Session& session, ViewState& view, ActionQueue& actions);

/// Text that the fonts must be able to show: tokens, title, file names.
void need_characters(const Session& session, const ViewState& view, FontBook& fonts);

/// Text sizes in the pipeline as it is zoomed now, for FontBook::set_sizes.
GridSizes grid_sizes(const ViewState& view);

}  // namespace attention_lab
