// One frame of the whole window.
#pragma once

#include "core/document/session.h"
#include "ui/actions.h"
#include "ui/view_state.h"

namespace attention_lab {

/// Draws everything between ImGui::NewFrame and ImGui::Render. Reads the session, queues what is to change.
void draw_workbench(const Session& session, ViewState& view, ActionQueue& actions);

/// Text that the fonts must be able to show: tokens, title, file names.
void need_characters(const Session& session, const ViewState& view, FontBook& fonts);

/// Size of the numbers in grids now, for FontBook::set_sizes.
float grid_number_size(const ViewState& view);

}  // namespace attention_lab
