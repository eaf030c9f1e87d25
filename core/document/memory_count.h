// How much memory documents hold that share their contents.
#pragma once

#include <cstddef>
#include <unordered_map>

#include "core/document/document.h"

namespace attention_lab {

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
