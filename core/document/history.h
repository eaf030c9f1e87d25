// Undo and redo: snapshots of the document, shared where unchanged, bounded by memory.
#pragma once

#include <cstddef>
#include <deque>

#include "core/document/document.h"
#include "core/document/memory_count.h"

namespace attention_lab {

class History {
 public:
  /// Oldest steps are forgotten once the snapshots together hold more than `memory_limit` bytes, contents
  /// they share counted once, or number more than limits::undo_steps. The newest step is always kept.
  explicit History(std::size_t memory_limit = std::size_t{256} << 20) : memory_limit_(memory_limit) {}

  /// Remembers `before`, the document as it was before a change; forgets what could be redone. Takes the same
  /// time however many steps there are, except that it frees what it forgets.
  void record(Document before);

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  std::size_t undo_steps() const { return past_.size(); }
  /// What all snapshots hold together, in bytes: those to go back to and those to redo.
  std::size_t memory() const { return memory_.bytes(); }

  /// The document one step back; `present` becomes what redo returns. Precondition: can_undo().
  Document undo(Document present);
  /// The reverse. Precondition: can_redo().
  Document redo(Document present);

  void clear();

 private:
  // Every snapshot comes and goes by these two, and the oldest ones go in record(), so that the count is
  // exact.
  void put(std::deque<Document>& snapshots, Document document);
  Document take(std::deque<Document>& snapshots);

  std::size_t memory_limit_;
  MemoryCount memory_;  // of past_ and future_
  std::deque<Document> past_;
  std::deque<Document> future_;
};

}  // namespace attention_lab
