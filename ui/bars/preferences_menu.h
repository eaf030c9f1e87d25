// View → Preferences: whatever the table of preferences offers there.
#pragma once

#include "ui/lab/view_state.h"

namespace attention_lab {

void draw_preferences_menu(ViewState& view);

}  // namespace attention_lab
