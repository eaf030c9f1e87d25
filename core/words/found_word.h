// Words of a text that have an explanation.
#pragma once

#include <cstddef>

namespace attention_lab {

/// Where a word stands in a text: the bytes from `begin` to before `end`.
struct FoundWord {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t word = 0;  // its index in the list of all words
};

}  // namespace attention_lab
