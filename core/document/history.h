// Undo and redo: snapshots of the document, shared where unchanged, bounded by memory.
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
  /// Oldest steps are forgotten once the snapshots together hold more than `memory_limit` bytes, contents
  /// they share counted once, or number more than limits::undo_steps. The newest step is always kept.
  explicit History(std::size_t memory_limit = std::size_t{256} << 20) : memory_limit_(memory_limit) {}

  // Steps are taken together with what they change: `change` shows another document, and where it throws, or
  // there is not enough memory for the step, the history is as it was.

  /// Remembers `before`, the document as it was before the change of this name; forgets what could be redone.
  /// Takes the same time however many steps there are, except that it frees what it forgets.
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
  /// A step back: calls `show` with the document before; `present` becomes the next to redo. Precondition:
  /// can_undo().
  template <class Show>
  void undo(const Document& present, Show show) {
    move_step(past_, future_, present, show);
  }
  /// The reverse. Precondition: can_redo().
  template <class Show>
  void redo(const Document& present, Show show) {
    move_step(future_, past_, present, show);
  }

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  std::size_t undo_steps() const { return past_.size(); }
  std::size_t redo_steps() const { return future_.size(); }
  /// The change that undo takes back, and the one that redo makes again. Preconditions: can_undo(),
  /// can_redo().
  const std::string& undo_name() const { return past_.back().name; }
  const std::string& redo_name() const { return future_.back().name; }
  /// All changes from the first that is remembered to the last that can be redone. Precondition: index <
  /// undo_steps() + redo_steps().
  const std::string& name_of_step(std::size_t index) const {
    return index < past_.size() ? past_[index].name
                                : future_[future_.size() - 1 - (index - past_.size())].name;
  }
  /// What all snapshots hold together, in bytes: those to go back to and those to redo.
  std::size_t memory() const { return memory_.bytes(); }

  void clear();

 private:
  /// A change, and the document as it was on its other side: before it, or, of what can be redone, after it.
  struct Step {
    Document document;
    std::string name;
  };

  // Every snapshot comes and goes by these, so that the count is exact. Only put() needs memory.
  void put(std::deque<Step>& steps, const Document& document, std::string name);
  void drop(std::deque<Step>& steps);  // the newest
  void forget();                       // what could be redone, and the oldest steps past the limits

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
