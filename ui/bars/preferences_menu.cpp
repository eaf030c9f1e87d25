#include "ui/bars/preferences_menu.h"

#include <cmath>
#include <string>

#include <imgui.h>

#include "ui/widgets/named_items.h"

namespace attention_lab {
namespace {

std::string in_capital(std::string_view word) {
  std::string text(word);
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

/// Draws the entry or the submenu of one preference.
class PreferenceMenu {
 public:
  PreferenceMenu(WidgetContext& context, Preferences& preferences, const PreferenceEntry& entry)
      : context_(context), preferences_(preferences), entry_(entry) {}

  void operator()(const SwitchPreference& type) const {
    bool& value = preferences_.*type.value;
    if (menu_entry(context_, entry_.title, {.is_checked = value})) value = !value;
  }
  void operator()(const WholePreference& type) const {
    in_a_menu([&] {
      for (int number = type.least; number <= type.most; ++number) {
        if (choice(std::to_string(number), preferences_.*type.value == number))
          preferences_.*type.value = number;
      }
    });
  }
  void operator()(const NumberPreference& type) const {
    in_a_menu([&] {
      for (const float number : type.steps) {
        if (choice(std::to_string(std::lround(number * 100)) + "%", preferences_.*type.value == number))
          preferences_.*type.value = number;
      }
    });
  }
  void operator()(const WordPreference& type) const {
    in_a_menu([&] {
      for (const std::string_view word : type.offered) {
        if (choice(in_capital(word), type.word(preferences_) == word))
          static_cast<void>(type.take(preferences_, std::string(word)));
      }
    });
  }
  void operator()(const ListPreference&) const {}

 private:
  template <class Entries>
  void in_a_menu(Entries entries) const {
    const bool is_open = ImGui::BeginMenu(entry_.title);
    name_last_item(context_, std::string("entry.") + entry_.title);
    if (!is_open) return;
    entries();
    ImGui::EndMenu();
  }
  bool choice(const std::string& label, bool is_chosen) const {
    return menu_entry(context_, label, std::string(entry_.name) + " " + label, {.is_checked = is_chosen});
  }

  WidgetContext& context_;
  Preferences& preferences_;
  const PreferenceEntry& entry_;
};

}  // namespace

void draw_preferences_menu(WidgetContext& context, Preferences& preferences) {
  const bool is_open = ImGui::BeginMenu("Preferences");
  name_last_item(context, "entry.Preferences");
  if (!is_open) return;
  for (const PreferenceEntry& entry : all_preferences()) {
    if (entry.title != nullptr) std::visit(PreferenceMenu(context, preferences, entry), entry.type);
  }
  ImGui::EndMenu();
}

}  // namespace attention_lab
