// Undo and redo: snapshots of the document, shared where unchanged, bounded by memory.
#pragma once

#include <cstddef>
#include <deque>

#include "core/document/document.h"

namespace attention_lab {

class History {
 public:
  /// Oldest steps are forgotten once the snapshots together hold more than `memory_limit` bytes, contents
  /// they share counted once, or number more than limits::undo_steps. The newest step is always kept.
  explicit History(std::size_t memory_limit = std::size_t{256} << 20) : memory_limit_(memory_limit) {}

  /// Remembers `before`, the document as it was before a change; forgets what could be redone.
  void record(Document before);

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  std::size_t undo_steps() const { return past_.size(); }

  /// The document one step back; `present` becomes what redo returns. Precondition: can_undo().
  Document undo(Document present);
  /// The reverse. Precondition: can_redo().
  Document redo(Document present);

  void clear();

 private:
  void forget_beyond_limit();

  std::size_t memory_limit_;
  std::deque<Document> past_;
  std::deque<Document> future_;
};

}  // namespace attention_lab
