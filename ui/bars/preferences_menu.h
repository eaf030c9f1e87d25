// View → Preferences: the entries of the table of preferences that have a menu title.
#pragma once

#include "ui/lab/view_state.h"

namespace attention_lab {

void draw_preferences_menu(ViewState& view);

}  // namespace attention_lab
