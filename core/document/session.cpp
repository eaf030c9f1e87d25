#include "core/document/session.h"

#include <cassert>
#include <utility>

#include "core/attention/recompute.h"
#include "core/document/validate.h"

namespace attention_lab {

Session::Session(Document document, Parallel parallel) : parallel_(std::move(parallel)) {
  open(std::move(document));
}

void Session::preview(Document document) {
  if (!is_previewing_) before_preview_ = document_;
  is_previewing_ = true;
  if (!(document == document_)) show(std::move(document));
}

void Session::cancel_preview() {
  if (!is_previewing_) return;
  is_previewing_ = false;
  Document before = std::exchange(before_preview_, Document{});
  if (!(before == document_)) show(std::move(before));
}

void Session::commit(Document document) {
  // Comparing reads a matrix that differs only at its end to the end, so each pair is compared only once.
  const bool is_shown = document == document_;
  if (is_previewing_ ? !(document == before_preview_) : !is_shown) {
    history_.record(is_previewing_ ? std::move(before_preview_) : document_);
    ++committed_revision_;
  }
  if (is_previewing_) before_preview_ = Document{};
  is_previewing_ = false;
  if (!is_shown) show(std::move(document));
}

void Session::undo() {
  cancel_preview();
  if (!can_undo()) return;
  ++committed_revision_;
  show(history_.undo(document_));
}

void Session::redo() {
  cancel_preview();
  if (!can_redo()) return;
  ++committed_revision_;
  show(history_.redo(document_));
}

void Session::open(Document document) {
  assert(validate(document).empty());
  is_previewing_ = false;
  before_preview_ = Document{};
  history_.clear();
  ++committed_revision_;
  show(std::move(document));
  mark_saved();
}

void Session::mark_saved() {
  saved_ = document_;
  was_saved_ = true;
  compared_revision_ = ~std::uint64_t{0};
}

void Session::mark_unsaved() {
  was_saved_ = false;
}

bool Session::is_modified() const {
  if (!was_saved_) return true;
  if (compared_revision_ != committed_revision_) {
    const Document& committed = is_previewing_ ? before_preview_ : document_;
    modified_ = !(committed == saved_);
    compared_revision_ = committed_revision_;
  }
  return modified_;
}

bool Session::shows_changes() const {
  return is_previewing_ && was_saved_ ? !(document_ == saved_) : is_modified();
}

void Session::show(Document document) {
  try {
    recompute(document_.model, document.model, trace_, parallel_);
  } catch (...) {
    trace_ = Trace{};  // half of it is the new document's; the next pass computes everything
    throw;
  }
  document_ = std::move(document);
  ++revision_;
}

}  // namespace attention_lab
