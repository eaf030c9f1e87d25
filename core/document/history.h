// Undo and redo: snapshots of the document that share unchanged contents, within a memory limit.
#pragma once

#include <cassert>
#include <cstddef>
#include <deque>
#include <string>
#include <utility>

#include "core/document/document.h"
#include "core/document/memory_budget.h"

namespace attention_lab {

class History {
 public:
  /// The oldest steps are discarded when the snapshots together hold more than `memory_limit` bytes (shared
  /// contents counted once) or there are more than limits::undo_steps. The newest step is always kept.
  explicit History(std::size_t memory_limit = std::size_t{256} << 20) : memory_limit_(memory_limit) {}

  // Each operation calls a function that changes the document shown. If that function throws, or there is not
  // enough memory for the step, the history stays as it was.

  /// Records `before`, the document before the named change, and discards the steps to redo. Takes the same
  /// time however many steps there are, apart from freeing what it discards.
  template <class Change>
  void record(const Document& before, std::string name, Change change) {
    put(past_, before, std::move(name));
    try {
      change();
    } catch (...) {
      drop(past_);
      throw;
    }
    forget();
  }
  /// Goes back one step: calls `show` with the previous document; `present` becomes the next step to redo.
  /// Precondition: can_undo().
  template <class Show>
  void undo(const Document& present, Show show) {
    move_step(past_, future_, present, show);
  }
  /// Goes forward one step. Precondition: can_redo().
  template <class Show>
  void redo(const Document& present, Show show) {
    move_step(future_, past_, present, show);
  }

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  std::size_t undo_steps() const { return past_.size(); }
  std::size_t redo_steps() const { return future_.size(); }
  /// The names of the change that undo reverts and the change that redo repeats. Preconditions: can_undo(),
  /// can_redo().
  const std::string& undo_name() const { return past_.back().name; }
  const std::string& redo_name() const { return future_.back().name; }
  /// The names of all changes, from the oldest that can be undone to the last that can be redone.
  /// Precondition: index < undo_steps() + redo_steps().
  const std::string& name_of_step(std::size_t index) const {
    return index < past_.size() ? past_[index].name
                                : future_[future_.size() - 1 - (index - past_.size())].name;
  }
  /// The memory of all snapshots together, in bytes.
  std::size_t memory() const { return memory_.bytes(); }

  void clear();

 private:
  /// A change, and the document on its other side: before it in past_, after it in future_.
  struct Step {
    Document document;
    std::string name;
  };

  // All changes to the snapshots go through these, so that the count is exact. Only put() allocates memory.
  void put(std::deque<Step>& steps, const Document& document, std::string name);
  void drop(std::deque<Step>& steps);  // removes the newest step
  void forget();                       // discards the steps to redo, and the oldest steps past the limits

  template <class Show>
  void move_step(std::deque<Step>& from, std::deque<Step>& to, const Document& present, Show& show) {
    assert(!from.empty());
    put(to, present, from.back().name);
    try {
      show(from.back().document);
    } catch (...) {
      drop(to);
      throw;
    }
    drop(from);
  }

  std::size_t memory_limit_;
  MemoryCount memory_;  // of past_ and future_
  std::deque<Step> past_;
  std::deque<Step> future_;
};

}  // namespace attention_lab
