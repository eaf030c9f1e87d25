#include "ui/dialogs/question_dialog.h"

#include <algorithm>

#include "ui/dialogs/dialogs.h"
#include "ui/widgets/imgui_compat.h"
#include "ui/widgets/scroll_area.h"

namespace attention_lab {
namespace {

/// Returns where the text ends.
float draw_text(ViewState& view, const QuestionDialog& question) {
  const float top = ImGui::GetCursorScreenPos().y;
  draw_dialog_title(view, question.title);
  question.draw_text();
  const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
  note_height(view, view.dialogs.text_height, bottom - top);
  return bottom;
}

/// Returns the answer that was given, or null.
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

}  // namespace

void draw_question_dialog(ViewState& view, const QuestionDialog& question) {
  if (!begin_untitled_dialog(view, question.dialog, question.title, question.width)) return;
  if (view.dialogs.text_height > 0) {
    const Point corner = from_imgui(ImGui::GetCursorScreenPos());
    const float height = std::min(view.dialogs.text_height, room_above(view, view.dialogs.last_height));
    ScrollArea area("##text", {corner.x, corner.y, ImGui::GetContentRegionAvail().x, height});
    area.reaches(draw_text(view, question));
  } else {
    draw_text(view, question);  // the first frame measures it and is not shown
  }
  if (const DialogAnswer* given = draw_answers(view, question.answers)) {
    close_dialog(view);
    given->carry_out();
  }
  end_dialog();
}

}  // namespace attention_lab
