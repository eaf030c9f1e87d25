#include "core/document/history.h"

#include "core/limits.h"

namespace attention_lab {

void History::forget() {
  while (can_redo()) drop(future_);
  // The newest always stays: whatever a person just did can be taken back.
  while (past_.size() > limits::undo_steps || (past_.size() > 1 && memory() > memory_limit_)) {
    memory_.remove(past_.front());
    past_.pop_front();
  }
}

void History::clear() {
  past_.clear();
  future_.clear();
  memory_ = MemoryCount();
}

void History::put(std::deque<Document>& snapshots, const Document& document) {
  snapshots.push_back(document);
  try {
    memory_.add(snapshots.back());
  } catch (...) {
    snapshots.pop_back();
    throw;
  }
}

void History::drop(std::deque<Document>& snapshots) {
  memory_.remove(snapshots.back());
  snapshots.pop_back();
}

}  // namespace attention_lab
