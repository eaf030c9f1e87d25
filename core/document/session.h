// The open document: its history and the trace of its present revision.
#pragma once

#include <cstdint>
#include <optional>

#include "core/attention/stages.h"
#include "core/attention/types.h"
#include "core/document/document.h"
#include "core/document/history.h"
#include "core/result.h"

namespace attention_lab {

/// The only state of the lab that changes. The trace always belongs to the document shown; when another one
/// is shown, only that is computed in which the two differ (see recompute()).
///
/// Where there is not enough memory for what it is asked to do, it throws std::bad_alloc, and the document,
/// the trace and the history are as they were.
class Session {
 public:
  /// Precondition: validate(document) is empty.
  explicit Session(Document document, Parallel parallel = {});

  const Document& document() const { return document_; }
  const Model& model() const { return document_.model; }
  const Trace& trace() const { return trace_; }

  /// Rises with every change of what is shown.
  std::uint64_t revision() const { return revision_; }
  /// Rises with every change that is no preview: undo step, undo, redo, new document.
  std::uint64_t committed_revision() const { return committed_revision_; }

  /// Shows `document` while a cell is dragged or typed; no undo step yet.
  void preview(Document document);
  bool is_previewing() const { return before_preview_.has_value(); }
  /// Back to what was there before the preview.
  void cancel_preview();
  /// Makes `document` the present one: one undo step of this name since the last commit, whatever previews
  /// lay between. No step if nothing differs from what was there before.
  void commit(Document document, std::string name = "Edit");

  const History& history() const { return history_; }
  bool can_undo() const { return history_.can_undo(); }
  bool can_redo() const { return history_.can_redo(); }
  void undo();  // a preview is given up first; nothing happens where there is no step
  void redo();
  /// Undoes or redoes until so many steps are done, or all there are.
  void go_to_step(std::size_t steps);

  /// Opens another document, with an empty history, taken as saved.
  void open(Document document);
  /// How many documents were opened so far.
  std::uint64_t opened() const { return opened_; }
  /// The document as it was when last saved or opened is told from the present one.
  void mark_saved() { mark_saved(Document(document_)); }
  /// The same with a copy of the present document that was made beforehand; needs no memory.
  void mark_saved(Document&& copy) noexcept;
  /// As mark_saved, but taken as not saved anywhere (a document recovered after a crash).
  void mark_unsaved();
  /// Whether the committed document (a preview is not looked at) differs from the saved one.
  bool is_modified() const;
  /// Whether what is shown differs from the saved document: as is_modified, but a preview counts.
  bool shows_changes() const;

 private:
  void show(Document&& document);  // taken only where there is memory for its trace

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
  mutable std::uint64_t compared_revision_ = ~std::uint64_t{0};  // is_modified() compares once a revision
  mutable bool modified_ = false;
};

}  // namespace attention_lab
