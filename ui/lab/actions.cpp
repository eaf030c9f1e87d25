#include "ui/lab/actions.h"

#include <new>

#include "core/document/memory_budget.h"

namespace attention_lab {
namespace {

/// The edited document; fails if the edit is invalid or there is not enough memory for its trace.
Result<Document> edited_by(const Edit& edit, const Document& document) {
  Result<Document> edited = apply_edit(edit, document);
  if (!edited) return edited;
  if (std::optional<Error> refused = check_memory(edited->model.shape())) return *std::move(refused);
  return edited;
}

struct Apply {
  Session& session;

  Result<bool> operator()(const PreviewEdit& action) const {
    Result<Document> edited = edited_by(action.edit, session.document());
    if (!edited) return edited.error();
    session.preview(std::move(edited).value());
    return true;
  }
  Result<bool> operator()(const CommitEdit& action) const {
    Result<Document> edited = edited_by(action.edit, session.document());
    if (!edited) {
      session.cancel_preview();
      return edited.error();
    }
    if (const auto* shown = std::get_if<ShowSentence>(&action.edit.alternatives()))
      session.show_sentence(shown->sentence);
    else
      session.commit(std::move(edited).value(), edit_name(action.edit, session.document()));
    return true;
  }
  Result<bool> operator()(const CancelPreview&) const {
    session.cancel_preview();
    return true;
  }
  Result<bool> operator()(const Undo&) const {
    session.undo();
    return true;
  }
  Result<bool> operator()(const Redo&) const {
    session.redo();
    return true;
  }
  Result<bool> operator()(const GoToStep& action) const {
    session.go_to_step(action.steps);
    return true;
  }
  Result<bool> operator()(const ResetDocument& action) const {
    session.commit(Document(*action.document), "Reset");
    return true;
  }
  template <class Request>
  Result<bool> operator()(const Request&) const {
    return false;
  }
};

}  // namespace

Result<bool> apply(Session& session, const Action& action) try {
  return std::visit(Apply{session}, action);
} catch (const std::bad_alloc&) {
  if (std::holds_alternative<CommitEdit>(action)) session.cancel_preview();
  return not_enough_memory("There is not enough memory for this; nothing has changed.");
}

}  // namespace attention_lab
