// A dialog that asks something.
#pragma once

#include <functional>
#include <vector>

#include "ui/lab/view_state.h"

namespace attention_lab {

/// One of the answers to a question; carried out once the dialog is closed.
struct DialogAnswer {
  const char* label;
  std::function<void()> carry_out;
  bool is_enter = false;  // the Enter key gives this answer
  bool is_escape = false;
};

struct QuestionDialog {
  Dialog dialog;
  const char* title;
  float width;                      // in body sizes
  std::function<void()> draw_text;  // what stands between the title and the answers
  std::vector<DialogAnswer> answers;
};

/// Draws it if it is the open dialog. Title and text scroll where the window is too small for them: the
/// answers can always be reached.
void draw_question_dialog(ViewState& view, const QuestionDialog& question);

}  // namespace attention_lab
