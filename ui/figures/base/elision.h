// The first and the last of many, with dots between.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/types.h"

namespace attention_lab {

/// What of a long row is shown: entries that stand for indices, and one that stands for all left out.
struct Elision {
  std::vector<Index> indices;  // in rising order
  std::optional<Index> gap;    // the entry with the dots

  Index entries() const { return static_cast<Index>(indices.size()) + (gap ? 1 : 0); }
  bool is_gap(Index entry) const { return gap == entry; }
  /// Of an entry that is no gap.
  Index index_of(Index entry) const {
    return indices[static_cast<std::size_t>(gap && entry > *gap ? entry - 1 : entry)];
  }
  /// One label an entry, empty at the gap; none where there are none.
  std::vector<std::string> labels(const std::vector<std::string>& all) const;
};

/// All of `count` where `most` entries hold them; else the first and the last ones.
Elision elided(Index count, Index most);

}  // namespace attention_lab
