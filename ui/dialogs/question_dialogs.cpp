// The two questions the program asks before work could be lost.
#include "core/outside_text.h"
#include "ui/dialogs/dialogs.h"
#include "ui/imgui_compat.h"
#include "ui/shortcuts.h"

namespace attention_lab {

void draw_unsaved_dialog(ViewState& view, ActionQueue& actions) {
  if (!begin_dialog(view, Dialog::unsaved_changes, "Save the changes?", 30)) return;
  ImGui::TextWrapped(
      "%s", view.file_path.empty()
                ? "This document has not been saved yet."
                : (shortened(view.file_path, longest_place) + " has changes that are not saved.").c_str());
  ImGui::Dummy({0, view.sizes().body * 0.6f});
  const AfterSaving after = view.dialogs.after;
  if (dialog_button(view, "Save", true)) {
    close_dialog(view);
    actions.push(SaveFile{});  // the program proceeds once it is saved
  }
  ImGui::SameLine();
  if (dialog_button(view, "Do not save", false)) {
    close_dialog(view);
    proceed(view, actions, after);
  }
  ImGui::SameLine();
  if (dialog_button(view, "Cancel", false) || is_key_pressed(ImGuiKey_Escape)) {
    view.dialogs.after = AfterSaving::nothing;
    close_dialog(view);
  }
  end_dialog();
}

void draw_recovered_dialog(ViewState& view, ActionQueue& actions) {
  if (!begin_dialog(view, Dialog::recovered, "Your work is still here", 32)) return;
  ImGui::TextWrapped("Attention Lab ended unexpectedly. “%s” was kept as it stood %s.",
                     shortened(view.dialogs.recovered_title, longest_place).c_str(),
                     view.dialogs.recovered_when.c_str());
  ImGui::Dummy({0, view.sizes().body * 0.6f});
  if (dialog_button(view, "Restore it", true) || is_key_pressed(ImGuiKey_Enter)) {
    close_dialog(view);
    actions.push(RestoreRecovered{});
  }
  ImGui::SameLine();
  if (dialog_button(view, "Discard it", false)) {
    close_dialog(view);
    actions.push(DiscardRecovered{});
  }
  end_dialog();
}

}  // namespace attention_lab
