// The questions the program asks before work could be lost.
#include <string>
#include <vector>

#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/question_dialog.h"
#include "ui/lab/file_names.h"
#include "ui/lab/requests.h"
#include "ui/widgets/plain_text.h"

namespace attention_lab {
namespace {

void draw_gap(const ViewState& view, float body_sizes) {
  ImGui::Dummy({0, view.sizes().body * body_sizes});
}

/// What one of the answers does: its label, then the words; below it where there is little room. Returns
/// where the words begin, for what belongs to them.
float draw_choice(const ViewState& view, const char* label, const std::string& meaning) {
  constexpr float indent = 9;
  constexpr float least_width_of_words = 16;
  const float body = view.sizes().body;
  ImGui::PushFont(view.fonts.font(FontWeight::medium, body));
  write(label);
  ImGui::PopFont();
  const float room = ImGui::GetContentRegionAvail().x;
  if (room >= (indent + least_width_of_words) * body) ImGui::SameLine(indent * body);
  const float left = ImGui::GetCursorPosX();
  write_wrapped(meaning);
  return left;
}

/// A file by its name, and under it its folder.
void draw_file(ViewState& view, const std::string& path) {
  draw_name(view, file_name_of(path));
  draw_path(view, folder_of(path));
}

DialogAnswer cancel(ViewState& view) {
  DialogAnswer answer{"Cancel", [&view] { view.dialogs.after = AfterSaving::nothing; }};
  answer.is_escape = true;
  return answer;
}

}  // namespace

void draw_unsaved_dialog(ViewState& view, ActionQueue& actions) {
  const auto draw_text = [&] {
    if (view.file_path.empty()) {
      write_wrapped("This document has not been saved yet.");
    } else {
      write_wrapped("This document has changes that are not saved:");
      draw_file(view, view.file_path);
    }
  };
  const DialogAnswer save{"Save", [&] { actions.push(SaveFile{}); },
                          true};  // the program proceeds once it is saved
  const DialogAnswer discard{"Do not save", [&] { proceed(view, actions, view.dialogs.after); }};
  draw_question_dialog(
      view, {Dialog::unsaved_changes, "Save the changes?", 30, draw_text, {save, discard, cancel(view)}});
}

// No answer is the one that Enter means: each of them gives something up.
void draw_changed_file_dialog(const Session& session, ViewState& view, ActionQueue& actions) {
  const auto draw_text = [&] {
    const ChangedFile& changed = view.dialogs.changed_file;
    draw_file(view, view.file_path);
    draw_gap(view, 0.4f);
    write_wrapped("The file is no longer as you opened or last saved it in this window.");
    draw_gap(view, 0.4f);
    draw_choice(view, "Keep mine",
                changed.is_saving
                    ? "The document in this window replaces what the file holds now."
                    : "The document in this window stays; saving it replaces what the file holds now.");
    draw_choice(view, "Take theirs",
                session.shows_changes()
                    ? "The file is opened as it is now. Your unsaved changes in this window are lost."
                    : "The file is opened as it is now.");
    const float left = draw_choice(
        view, "Save as a copy",
        "The file stays as it is now. Your document is saved in the same folder under this name:");
    ImGui::SetCursorPosX(left);
    draw_name(view, changed.copy_name);
  };
  const DialogAnswer keep{"Keep mine", [&] { actions.push(KeepMine{}); }};
  const DialogAnswer take{"Take theirs", [&] { actions.push(TakeTheirs{}); }};
  const DialogAnswer copy{"Save as a copy", [&] { actions.push(SaveAsCopy{}); }};
  draw_question_dialog(view, {Dialog::changed_file,
                              "Another program has changed this file",
                              38,
                              draw_text,
                              {keep, take, copy, cancel(view)}});
}

void draw_recovered_dialog(const Session& session, ViewState& view, ActionQueue& actions) {
  const RecoveredWork& work = view.dialogs.recovered;
  const bool can_be_opened = work.problem.empty();
  const auto draw_text = [&] {
    const std::string place = std::to_string(work.number) + " of " + std::to_string(work.count);
    write_wrapped("Attention Lab ended unexpectedly. This document" +
                  (work.count > 1 ? " (" + place + ")" : "") + " was last backed up " + work.when + ":");
    draw_gap(view, 0.2f);
    draw_name(view, work.name);
    if (!work.folder.empty()) draw_path(view, work.folder);
    if (can_be_opened) return;
    draw_gap(view, 0.4f);
    write_wrapped(work.problem);
    write_wrapped("It is kept in this file:");
    draw_path(view, work.file);
  };
  const DialogAnswer restore{"Restore it", [&] { request_restore(session, view, actions); }, true};
  const DialogAnswer later{"Decide later", [&] { actions.push(KeepRecovered{}); }, !can_be_opened, true};
  const DialogAnswer discard{"Discard it", [&] { actions.push(DiscardRecovered{}); }};
  draw_question_dialog(
      view, {Dialog::recovered,
             can_be_opened ? "Your work is still here" : "Your work was kept, but cannot be opened", 36,
             draw_text, can_be_opened ? std::vector{restore, later, discard} : std::vector{later, discard}});
}

}  // namespace attention_lab
