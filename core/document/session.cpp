#include "core/document/session.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/attention/forward.h"
#include "core/document/checks.h"

namespace attention_lab {

Session::Session(Document document, Parallel parallel) : parallel_(std::move(parallel)) {
  open(std::move(document));
}

void Session::preview(Document document) {
  std::optional<Document> before = is_previewing() ? std::nullopt : std::optional(document_);
  if (!(document == document_)) show(std::move(document));
  if (before) before_preview_ = std::move(before);
}

void Session::cancel_preview() {
  if (!is_previewing()) return;
  if (!(*before_preview_ == document_)) show(std::move(*before_preview_));
  before_preview_.reset();
}

void Session::commit(Document document, std::string name) {
  // Compare each pair only once, because comparing large matrices that differ only near the end is slow.
  const bool is_shown = document == document_;
  const bool is_step = is_previewing() ? !(document == *before_preview_) : !is_shown;
  const auto show_it = [&] {
    if (!is_shown) show(std::move(document));
  };
  if (is_step) {
    history_.record(is_previewing() ? *before_preview_ : document_, std::move(name), show_it);
    ++committed_revision_;
  } else {
    show_it();
  }
  before_preview_.reset();
}

void Session::show_sentence(Index sentence) {
  cancel_preview();
  if (sentence == document_.batch.shown) return;
  show(showing(document_, sentence));
  ++committed_revision_;
}

void Session::undo() {
  cancel_preview();
  if (!can_undo()) return;
  history_.undo(document_, [this](const Document& before) { show(Document(before)); });
  ++committed_revision_;
}

void Session::redo() {
  cancel_preview();
  if (!can_redo()) return;
  history_.redo(document_, [this](const Document& after) { show(Document(after)); });
  ++committed_revision_;
}

void Session::go_to_step(std::size_t steps) {
  cancel_preview();
  steps = std::min(steps, history_.undo_steps() + history_.redo_steps());
  while (history_.undo_steps() > steps) undo();
  while (history_.undo_steps() < steps) redo();
}

void Session::open(Document document) {
  assert(validate(document).empty());
  Document saved = document;
  show(std::move(document));
  before_preview_.reset();
  history_.clear();
  ++committed_revision_;
  ++opened_;
  mark_saved(std::move(saved));
}

void Session::mark_saved(Document&& copy) noexcept {
  saved_ = std::move(copy);
  was_saved_ = true;
  compared_revision_ = ~std::uint64_t{0};
}

void Session::mark_unsaved() {
  was_saved_ = false;
}

bool Session::is_saved(const Document& document) const {
  const Index shown = saved_.batch.shown;
  const bool differs_in_shown = document.batch.shown != shown && n_sentences(document) > shown;
  return (differs_in_shown ? showing(document, shown) : document) == saved_;
}

bool Session::is_modified() const {
  if (!was_saved_) return true;
  if (compared_revision_ != committed_revision_) {
    const Document& committed = is_previewing() ? *before_preview_ : document_;
    modified_ = !is_saved(committed);
    compared_revision_ = committed_revision_;
  }
  return modified_;
}

bool Session::shows_changes() const {
  return is_previewing() && was_saved_ ? !is_saved(document_) : is_modified();
}

void Session::show(Document&& document) {
  recompute(document_.model, document.model, trace_, parallel_);
  document_ = std::move(document);
  ++revision_;
}

}  // namespace attention_lab
