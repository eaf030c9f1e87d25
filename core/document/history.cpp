#include "core/document/history.h"

#include <cassert>
#include <utility>

#include "core/limits.h"

namespace attention_lab {

void History::record(Document before) {
  while (can_redo()) take(future_);
  put(past_, std::move(before));
  // The newest always stays: whatever a person just did can be taken back.
  while (past_.size() > limits::undo_steps || (past_.size() > 1 && memory() > memory_limit_)) {
    memory_.remove(past_.front());
    past_.pop_front();
  }
}

Document History::undo(Document present) {
  assert(can_undo());
  put(future_, std::move(present));
  return take(past_);
}

Document History::redo(Document present) {
  assert(can_redo());
  put(past_, std::move(present));
  return take(future_);
}

void History::clear() {
  past_.clear();
  future_.clear();
  memory_ = MemoryCount();
}

void History::put(std::deque<Document>& snapshots, Document document) {
  snapshots.push_back(std::move(document));
  memory_.add(snapshots.back());
}

Document History::take(std::deque<Document>& snapshots) {
  memory_.remove(snapshots.back());
  Document document = std::move(snapshots.back());
  snapshots.pop_back();
  return document;
}

}  // namespace attention_lab
