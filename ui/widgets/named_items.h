// Names for Dear ImGui's own items, by which tests and scripts find them.
#pragma once

#include <string>
#include <string_view>

#include "ui/widgets/widget_context.h"

namespace attention_lab {

/// Registers Dear ImGui's last item in Items.
void name_last_item(WidgetContext& context, std::string_view name);

/// What a menu entry shows besides its label.
struct MenuEntryLook {
  const char* keys = nullptr;
  bool is_enabled = true;
  bool is_checked = false;
};

/// Like ImGui::MenuItem; the item is called "entry.NAME".
bool menu_entry(WidgetContext& context, const std::string& label, std::string_view name,
                MenuEntryLook look = {});
/// For entries whose name is their label.
inline bool menu_entry(WidgetContext& context, const std::string& label, MenuEntryLook look = {}) {
  return menu_entry(context, label, label, look);
}

}  // namespace attention_lab
