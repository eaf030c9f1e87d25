// How much memory a document may take, with all that is computed from it.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>

#include "core/attention/model.h"
#include "core/document/document.h"
#include "core/result.h"

namespace attention_lab {

/// What may be taken at most, in bytes. Until the program says what its machine has, there is no limit.
std::size_t memory_budget();
void set_memory_budget(std::size_t bytes);

/// What a document of this shape takes at most, in bytes: its numbers twice (as they are, and as they were
/// before the last change) and its trace six times (itself, the one that replaces it, and those of the
/// museum: right, wrong, wrong as it was before, and with a remedy). Older undo steps are bounded by
/// themselves (see History).
std::size_t memory_needed(const Shape& shape);

/// over_limit, with both numbers, where a document of this shape would not fit into the budget. What opens a
/// document or shows an edited one asks first, and so do edits before they make large matrices.
std::optional<Error> check_memory(const Shape& shape);

/// The memory some documents hold together, what they share counted once. Adding or removing one takes time
/// in proportion to its tokens and matrices, however many others there are.
class MemoryCount {
 public:
  /// Where there is not enough memory it throws std::bad_alloc, and the count is as it was.
  void add(const Document& document);
  /// Precondition: this very document was added and has not been changed since.
  void remove(const Document& document);

  std::size_t bytes() const { return bytes_; }

 private:
  std::unordered_map<const void*, std::size_t> holders_;  // of what is shared: in how many places it stands
  std::size_t bytes_ = 0;
};

}  // namespace attention_lab
