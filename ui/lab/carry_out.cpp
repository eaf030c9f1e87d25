#include "ui/lab/carry_out.h"

namespace attention_lab {

bool carry_out(Session& session, ViewState& view, const Action& action) {
  const Result<bool> applied = apply(session, action);
  if (!applied) {
    view.complain(to_string(applied.error()));
    return true;
  }
  if (!*applied) return false;
  const bool is_step =
      !std::holds_alternative<PreviewEdit>(action) && !std::holds_alternative<CancelPreview>(action);
  const bool is_history = std::holds_alternative<Undo>(action) || std::holds_alternative<Redo>(action) ||
                          std::holds_alternative<GoToStep>(action);
  const bool is_answered = is_history || (is_step && view.notice && view.notice->is_error);
  if (view.notice && is_answered && !view.notice->outlasts_edits) view.notice.reset();
  return true;
}

}  // namespace attention_lab
