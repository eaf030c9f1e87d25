// The open document: its history and its trace.
#pragma once

#include <cstdint>
#include <optional>

#include "core/attention/stages.h"
#include "core/attention/types.h"
#include "core/document/document.h"
#include "core/document/history.h"
#include "core/result.h"

namespace attention_lab {

/// The only mutable state of the lab. The trace always belongs to the document shown; when another document
/// is shown, only what differs between the two is recomputed (see recompute()).
///
/// If an operation runs out of memory, it throws std::bad_alloc and leaves document, trace and history as
/// they were.
class Session {
 public:
  /// Precondition: validate(document) is empty.
  explicit Session(Document document, Parallel parallel = {});

  const Document& document() const { return document_; }
  const Model& model() const { return document_.model; }
  const Trace& trace() const { return trace_; }

  /// Increases with every change of the document shown.
  std::uint64_t revision() const { return revision_; }
  /// Increases with every change that is not a preview: an undo step, undo, redo, or a new document.
  std::uint64_t committed_revision() const { return committed_revision_; }

  /// Shows `document` while a cell is dragged or typed, without an undo step.
  void preview(Document document);
  bool is_previewing() const { return before_preview_.has_value(); }
  /// Shows the document from before the preview again.
  void cancel_preview();
  /// Makes `document` the current one, as a single undo step with this name that replaces any previews since
  /// the last commit. No step is added if nothing differs from before.
  void commit(Document document, std::string name = "Edit");

  /// Shows another sentence of the batch, which is no change: there is no undo step, and is_modified() stays
  /// as it is. Cancels a preview first. Precondition: 0 ≤ sentence < n_sentences().
  void show_sentence(Index sentence);

  const History& history() const { return history_; }
  bool can_undo() const { return history_.can_undo(); }
  bool can_redo() const { return history_.can_redo(); }
  void undo();  // cancels a preview first; does nothing if there is no step
  void redo();
  /// Undoes or redoes until this many steps are applied, or as many as there are.
  void go_to_step(std::size_t steps);

  /// Opens another document with an empty history; it counts as saved.
  void open(Document document);
  /// How many documents have been opened so far.
  std::uint64_t opened() const { return opened_; }
  /// The document as it was opened or last saved; null if it is not saved anywhere.
  const Document* saved() const { return was_saved_ ? &saved_ : nullptr; }
  /// The current document becomes the saved one that is_modified() compares with.
  void mark_saved() { mark_saved(Document(document_)); }
  /// The same with a copy of the current document made in advance; allocates no memory.
  void mark_saved(Document&& copy) noexcept;
  /// Like mark_saved, but the document counts as not saved anywhere (recovered after a crash).
  void mark_unsaved();
  /// Whether the committed document (ignoring a preview) differs from the saved one.
  bool is_modified() const;
  /// Whether what is shown differs from the saved document; unlike in is_modified, a preview counts.
  bool shows_changes() const;

 private:
  /// Whether the document equals the saved one, whichever sentences they show.
  bool is_saved(const Document& document) const;
  void show(Document&& document);  // moves from `document` only if there is memory for its trace

  Parallel parallel_;
  Document document_;
  std::optional<Document> before_preview_;
  Trace trace_;
  History history_;
  std::uint64_t revision_ = 0;
  std::uint64_t committed_revision_ = 0;
  std::uint64_t opened_ = 0;
  Document saved_;
  bool was_saved_ = true;
  mutable std::uint64_t compared_revision_ = ~std::uint64_t{0};  // is_modified() compares once per revision
  mutable bool modified_ = false;
};

}  // namespace attention_lab
