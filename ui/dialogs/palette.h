// The command palette: type a few letters of any command, preset or recent file.
#pragma once

#include "core/document/session.h"
#include "ui/lab/actions.h"
#include "ui/lab/view_state.h"

namespace attention_lab {

void open_palette(ViewState& view);

void draw_palette(const Session& session, ViewState& view, ActionQueue& actions);

}  // namespace attention_lab
