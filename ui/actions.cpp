#include "ui/actions.h"

namespace attention_lab {
namespace {

struct Apply {
  Session& session;

  Result<bool> operator()(const PreviewEdit& action) const {
    Result<Document> edited = action.edit(session.document());
    if (!edited) return edited.error();
    session.preview(std::move(edited).value());
    return true;
  }
  Result<bool> operator()(const CommitEdit& action) const {
    Result<Document> edited = action.edit(session.document());
    if (!edited) {
      session.cancel_preview();
      return edited.error();
    }
    session.commit(std::move(edited).value());
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
  template <class Request>
  Result<bool> operator()(const Request&) const {
    return false;
  }
};

}  // namespace

Result<bool> apply(Session& session, const Action& action) {
  return std::visit(Apply{session}, action);
}

}  // namespace attention_lab
