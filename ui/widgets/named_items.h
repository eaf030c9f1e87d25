// Names for Dear ImGui's own items, by which tests and scripts find them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ui/figures/base/colour.h"
#include "ui/widgets/widget_context.h"

namespace attention_lab {

/// Registers Dear ImGui's last item in Items.
void name_last_item(WidgetContext& context, std::string_view name);

/// How a button looks.
struct ButtonLook {
  std::optional<Colour> ground{};  // empty: that of the theme
  bool is_enabled = true;
  float height = 0;  // 0: that of a line of text with its padding
};

/// Like ImGui::Button; the item has that name.
bool button(WidgetContext& context, const char* label, std::string_view name, const ButtonLook& look = {});

/// What a menu entry shows besides its label.
struct MenuEntryLook {
  const char* keys = nullptr;
  bool is_enabled = true;
  bool is_checked = false;
  std::string markup{};  // shown instead of the label, which is then only its ID
};

/// Like ImGui::MenuItem; the item is called "entry.NAME".
bool menu_entry(WidgetContext& context, const std::string& label, std::string_view name,
                MenuEntryLook look = {});
/// For entries whose name is their label.
inline bool menu_entry(WidgetContext& context, const std::string& label, MenuEntryLook look = {}) {
  return menu_entry(context, label, label, look);
}

}  // namespace attention_lab
