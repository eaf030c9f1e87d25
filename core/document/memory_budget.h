// How much memory a document may take, including everything that is computed from it.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>

#include "core/attention/model.h"
#include "core/document/document.h"
#include "core/result.h"

namespace attention_lab {

/// The limit in bytes. There is no limit until the program sets one for its machine.
std::size_t memory_budget();
void set_memory_budget(std::size_t bytes);

/// An upper bound of the memory for a document of this shape, in bytes: its numbers twice (present and before
/// the last change) and its trace six times (the current one, its replacement, and those of the museum:
/// right, wrong, previous wrong, and with a remedy). Undo steps have their own limit (see History).
std::size_t memory_needed(const Shape& shape);

/// over_limit, naming both numbers, if a document of this shape would exceed the budget. Called before a
/// document is opened or shown, and by edits before they create large matrices.
std::optional<Error> check_memory(const Shape& shape);

/// The memory of a set of documents, with shared contents counted once. Adding or removing one takes time
/// proportional to its tokens and matrices, however many others there are.
class MemoryCount {
 public:
  /// If there is not enough memory, throws std::bad_alloc and leaves the count as it was.
  void add(const Document& document);
  /// Precondition: the same document was added before and has not been changed since.
  void remove(const Document& document);

  std::size_t bytes() const { return bytes_; }

 private:
  std::unordered_map<const void*, std::size_t> holders_;  // for each shared object, how many places use it
  std::size_t bytes_ = 0;
};

}  // namespace attention_lab
