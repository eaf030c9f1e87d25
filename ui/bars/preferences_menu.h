// View → Preferences: whatever the table of preferences offers there.
#pragma once

#include "ui/lab/preferences.h"
#include "ui/widgets/widget_context.h"

namespace attention_lab {

void draw_preferences_menu(WidgetContext& context, Preferences& preferences);

}  // namespace attention_lab
