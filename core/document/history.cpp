#include "core/document/history.h"

#include "core/limits.h"

namespace attention_lab {

void History::forget() {
  while (can_redo()) drop(future_);
  // The newest step is always kept, so that the last change can be undone.
  while (past_.size() > limits::undo_steps || (past_.size() > 1 && memory() > memory_limit_)) {
    memory_.remove(past_.front().document);
    past_.pop_front();
  }
}

void History::clear() {
  past_.clear();
  future_.clear();
  memory_ = MemoryCount();
}

void History::put(std::deque<Step>& steps, const Document& document, std::string name) {
  steps.push_back({document, std::move(name)});
  try {
    memory_.add(steps.back().document);
  } catch (...) {
    steps.pop_back();
    throw;
  }
}

void History::drop(std::deque<Step>& steps) {
  memory_.remove(steps.back().document);
  steps.pop_back();
}

}  // namespace attention_lab
