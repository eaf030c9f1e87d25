// What Dear ImGui has just drawn, under the name by which tests and scripts find it.
#pragma once

#include <string>
#include <string_view>

#include "ui/widgets/widget_context.h"

namespace attention_lab {

/// Registers the last item of Dear ImGui (Items).
void name_last_item(WidgetContext& context, std::string_view name);

/// What an entry of a menu shows beside its label.
struct MenuEntryLook {
  const char* keys = nullptr;
  bool is_enabled = true;
  bool is_checked = false;
};

/// As ImGui::MenuItem; its item is called "entry." and the name.
bool menu_entry(WidgetContext& context, const std::string& label, std::string_view name,
                MenuEntryLook look = {});
/// Where the label is its name.
inline bool menu_entry(WidgetContext& context, const std::string& label, MenuEntryLook look = {}) {
  return menu_entry(context, label, label, look);
}

}  // namespace attention_lab
