// View → Preferences: the entries of the table of preferences that have a menu title.
#pragma once

#include "ui/lab/preferences.h"
#include "ui/widgets/widget_context.h"

namespace attention_lab {

void draw_preferences_menu(WidgetContext& context, Preferences& preferences);

}  // namespace attention_lab
