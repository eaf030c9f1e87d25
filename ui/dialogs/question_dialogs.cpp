// The questions asked before work could be lost.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "core/words/templates.h"
#include "ui/dialogs/dialogs.h"
#include "ui/lab/file_names.h"
#include "ui/lab/requests.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/scroll_area.h"

namespace attention_lab {
namespace {

/// An answer to a question; carried out after the dialog is closed.
struct DialogAnswer {
  const char* label;
  std::function<void()> carry_out;
  bool is_enter = false;  // Enter gives this answer
  bool is_escape = false;
};

struct QuestionDialog {
  Dialog dialog;
  const char* title;
  float width;                      // in multiples of the body text size
  std::function<void()> draw_text;  // between the title and the answers
  std::vector<DialogAnswer> answers;
};

/// Returns the bottom of the text.
float draw_text(ViewState& view, const QuestionDialog& question) {
  const float top = ImGui::GetCursorScreenPos().y;
  draw_dialog_title(view, question.title);
  question.draw_text();
  const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
  note_height(view, view.dialogs.text_height, bottom - top);
  return bottom;
}

/// Returns the chosen answer, or null.
const DialogAnswer* draw_answers(ViewState& view, const std::vector<DialogAnswer>& answers) {
  const float top = ImGui::GetCursorPosY();
  ImGui::Dummy({0, view.sizes().body * 0.6f});
  const DialogAnswer* given = nullptr;
  for (const DialogAnswer& answer : answers) {
    if (&answer != &answers.front()) stay_in_row(answer.label);
    const bool is_by_key = (answer.is_enter && is_key_pressed(ImGuiKey_Enter)) ||
                           (answer.is_escape && is_key_pressed(ImGuiKey_Escape));
    if (dialog_button(view, answer.label, answer.is_enter) || is_by_key) given = &answer;
  }
  note_height(view, view.dialogs.last_height, ImGui::GetCursorPosY() - top);
  return given;
}

/// Draws the question if its dialog is open. Title and text scroll if the window is too small, so that the
/// answers are always within reach.
void draw_question_dialog(ViewState& view, const QuestionDialog& question) {
  if (!begin_untitled_dialog(view, question.dialog, question.title, question.width)) return;
  if (view.dialogs.text_height > 0) {
    const Point corner = from_imgui(ImGui::GetCursorScreenPos());
    const float height = std::min(view.dialogs.text_height, room_above(view, view.dialogs.last_height));
    ScrollArea area("##text", {corner.x, corner.y, ImGui::GetContentRegionAvail().x, height});
    area.reaches(draw_text(view, question));
  } else {
    draw_text(view, question);  // the first frame only measures it
  }
  if (const DialogAnswer* given = draw_answers(view, question.answers)) {
    close_dialog(view);
    given->carry_out();
  }
  end_dialog();
}

void draw_gap(const WidgetContext& view, float body_sizes) {
  ImGui::Dummy({0, view.sizes().body * body_sizes});
}

/// Explains an answer: its label and the meaning, below it if there is little room. Returns the left edge of
/// the meaning.
float draw_choice(const WidgetContext& view, const char* label, const std::string& meaning) {
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

/// A file name, and below it the folder.
void draw_file(WidgetContext& view, const std::string& path) {
  draw_name(view, file_name_of(path));
  draw_path(view, folder_of(path));
}

DialogAnswer cancel(ViewState& view) {
  DialogAnswer answer{"Cancel", [&view] { view.dialogs.after = AfterSaving::nothing; }};
  answer.is_escape = true;
  return answer;
}

}  // namespace

void draw_unsaved_dialog(const Session& session, ViewState& view, ActionQueue& actions) {
  const auto draw_text = [&] {
    if (view.file_path.empty()) {
      write_wrapped("This document has not been saved yet:");
      draw_name(view, name_without_file(session.document().title));
    } else {
      write_wrapped("This document has changes that are not saved:");
      draw_file(view, view.file_path);
    }
  };
  const DialogAnswer save{"Save", [&] { actions.push(SaveFile{}); },
                          true};  // the program proceeds after saving
  const DialogAnswer discard{"Don’t save", [&] { proceed(view, actions, view.dialogs.after); }};
  draw_question_dialog(
      view, {Dialog::unsaved_changes, "Save changes?", 30, draw_text, {save, discard, cancel(view)}});
}

// Enter gives no answer here, since each answer discards something.
void draw_changed_file_dialog(const Session& session, ViewState& view, ActionQueue& actions) {
  const auto draw_text = [&] {
    const ChangedFile& changed = view.dialogs.changed_file;
    draw_file(view, view.file_path);
    draw_gap(view, 0.4f);
    write_wrapped("The file has changed since you last opened or saved it in this window.");
    draw_gap(view, 0.4f);
    draw_choice(view, "Keep my version",
                changed.is_saving
                    ? "The document in this window replaces the contents of the file."
                    : "The document in this window stays; saving it replaces the contents of the file.");
    draw_choice(view, "Reload the file",
                session.shows_changes()
                    ? "The file is opened as it is now. Your unsaved changes in this window are lost."
                    : "The file is opened as it is now.");
    const float left = draw_choice(
        view, "Save as a copy",
        "The file stays as it is now. Your document is saved in the same folder under this name:");
    ImGui::SetCursorPosX(left);
    draw_name(view, changed.copy_name);
  };
  const DialogAnswer keep{"Keep my version", [&] { actions.push(KeepMine{}); }};
  const DialogAnswer take{"Reload the file", [&] { actions.push(TakeTheirs{}); }};
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
    write_wrapped(work.count > 1
                      ? filled("Attention Lab ended unexpectedly. This document (<number> of <count>) was "
                               "last backed up <when>:",
                               {{"number", work.number}, {"count", work.count}, {"when", work.when}})
                      : filled("Attention Lab ended unexpectedly. This document was last backed up <when>:",
                               {{"when", work.when}}));
    draw_gap(view, 0.2f);
    draw_name(view, work.name);
    if (!work.folder.empty()) draw_path(view, work.folder);
    if (can_be_opened) return;
    draw_gap(view, 0.4f);
    write_wrapped(work.problem);
    write_wrapped("It is stored in this file:");
    draw_path(view, work.file);
  };
  const DialogAnswer restore{"Restore", [&] { request_restore(session, view, actions); }, true};
  const DialogAnswer later{"Decide later", [&] { actions.push(KeepRecovered{}); }, !can_be_opened, true};
  const DialogAnswer discard{"Discard", [&] { actions.push(DiscardRecovered{}); }};
  draw_question_dialog(
      view, {Dialog::recovered, can_be_opened ? "Restore unsaved work?" : "Unsaved work cannot be opened", 36,
             draw_text, can_be_opened ? std::vector{restore, later, discard} : std::vector{later, discard}});
}

}  // namespace attention_lab
