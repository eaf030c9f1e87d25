#include "core/document/history.h"

#include <cassert>
#include <unordered_set>
#include <utility>

#include "core/limits.h"

namespace attention_lab {

void History::record(Document before) {
  future_.clear();
  past_.push_back(std::move(before));
  forget_beyond_limit();
}

Document History::undo(Document present) {
  assert(can_undo());
  future_.push_back(std::move(present));
  Document document = std::move(past_.back());
  past_.pop_back();
  return document;
}

Document History::redo(Document present) {
  assert(can_redo());
  past_.push_back(std::move(present));
  Document document = std::move(future_.back());
  future_.pop_back();
  return document;
}

void History::clear() {
  past_.clear();
  future_.clear();
}

void History::forget_beyond_limit() {
  // From the newest step back, so that one pass finds how many fit. The newest always stays: whatever a
  // person just did can be taken back.
  std::unordered_set<const void*> counted;
  std::size_t kept = 1;
  std::size_t memory = memory_of(past_.back(), counted);
  while (kept < past_.size() && kept < limits::undo_steps) {
    memory += memory_of(past_[past_.size() - 1 - kept], counted);
    if (memory > memory_limit_) break;
    ++kept;
  }
  while (past_.size() > kept) past_.pop_front();
}

}  // namespace attention_lab
