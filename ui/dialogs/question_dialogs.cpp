// The questions the program asks before work could be lost.
#include <string>

#include "ui/dialogs/dialogs.h"
#include "ui/imgui_compat.h"
#include "ui/plain_text.h"
#include "ui/shortcuts.h"

namespace attention_lab {
namespace {

void draw_gap(const ViewState& view, float body_sizes) {
  ImGui::Dummy({0, view.sizes().body * body_sizes});
}

float choice_indent(const ViewState& view) {
  return view.sizes().body * 9;
}

/// What one of the buttons does: its label, then the words.
void draw_choice(const ViewState& view, const char* label, const std::string& meaning) {
  ImGui::PushFont(view.fonts->font(FontWeight::medium, view.sizes().body));
  write(label);
  ImGui::PopFont();
  ImGui::SameLine(choice_indent(view));
  write_wrapped(meaning);
}

/// A file by its name, and under it its folder.
void draw_file(ViewState& view, const std::string& path) {
  const std::size_t name = path.find_last_of('/') + 1;
  draw_name(view, path.substr(name));
  draw_path(view, path.substr(0, name));
}

}  // namespace

void draw_unsaved_dialog(ViewState& view, ActionQueue& actions) {
  if (!begin_dialog(view, Dialog::unsaved_changes, "Save the changes?", 30)) return;
  if (view.file_path.empty()) {
    write_wrapped("This document has not been saved yet.");
  } else {
    write_wrapped("This document has changes that are not saved:");
    draw_file(view, view.file_path);
  }
  draw_gap(view, 0.6f);
  const AfterSaving after = view.dialogs.after;
  if (dialog_button(view, "Save", true) || is_key_pressed(ImGuiKey_Enter)) {
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

// No button is the one that Enter means: each of them gives something up.
void draw_changed_file_dialog(const Session& session, ViewState& view, ActionQueue& actions) {
  if (!begin_dialog(view, Dialog::changed_file, "Another program has changed this file", 38)) return;
  const ChangedFile& changed = view.dialogs.changed_file;
  draw_file(view, view.file_path);
  draw_gap(view, 0.4f);
  write_wrapped("It no longer holds what was opened or saved in this window.");
  draw_gap(view, 0.4f);
  draw_choice(view, "Keep mine",
              changed.is_saving
                  ? "The document in this window replaces what the file holds now."
                  : "The document in this window stays; saving it replaces what the file holds now.");
  draw_choice(view, "Take theirs",
              session.shows_changes()
                  ? "The file is opened as it is now. Your unsaved changes in this window are lost."
                  : "The file is opened as it is now.");
  draw_choice(view, "Save beside",
              "The file stays as it is now. This document is saved in the same folder as:");
  ImGui::SetCursorPosX(choice_indent(view));
  draw_name(view, changed.beside_name);
  draw_gap(view, 0.6f);
  if (dialog_button(view, "Keep mine", false)) {
    close_dialog(view);
    actions.push(KeepMine{});
  }
  ImGui::SameLine();
  if (dialog_button(view, "Take theirs", false)) {
    close_dialog(view);
    actions.push(TakeTheirs{});
  }
  ImGui::SameLine();
  if (dialog_button(view, "Save beside", false)) {
    close_dialog(view);
    actions.push(SaveBeside{});
  }
  ImGui::SameLine();
  if (dialog_button(view, "Cancel", false) || is_key_pressed(ImGuiKey_Escape)) {
    view.dialogs.after = AfterSaving::nothing;
    close_dialog(view);
  }
  end_dialog();
}

void draw_recovered_dialog(const Session& session, ViewState& view, ActionQueue& actions) {
  const RecoveredWork& work = view.dialogs.recovered;
  const bool can_be_opened = work.problem.empty();
  const char* title = can_be_opened ? "Your work is still here" : "Your work was kept, but cannot be opened";
  if (!begin_dialog(view, Dialog::recovered, title, 36)) return;
  write_wrapped("Attention Lab ended unexpectedly. This document was kept as it stood " + work.when + ":");
  draw_gap(view, 0.2f);
  draw_name(view, work.name);
  if (!work.folder.empty()) draw_path(view, work.folder);
  if (!can_be_opened) {
    draw_gap(view, 0.4f);
    write_wrapped(work.problem);
    write_wrapped("It is kept in this file:");
    draw_path(view, work.file);
  }
  draw_gap(view, 0.6f);
  if (can_be_opened) {
    if (dialog_button(view, "Restore it", true) || is_key_pressed(ImGuiKey_Enter)) {
      close_dialog(view);
      request_restore(session, view, actions);
    }
    ImGui::SameLine();
  }
  const bool is_enter = !can_be_opened && is_key_pressed(ImGuiKey_Enter);
  if (dialog_button(view, "Keep it for later", !can_be_opened) || is_enter ||
      is_key_pressed(ImGuiKey_Escape)) {
    close_dialog(view);
    actions.push(KeepRecovered{});
  }
  ImGui::SameLine();
  if (dialog_button(view, "Discard it", false)) {
    close_dialog(view);
    actions.push(DiscardRecovered{});
  }
  end_dialog();
}

}  // namespace attention_lab
