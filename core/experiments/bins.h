// Numbers counted in equal bins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attention_lab {

/// Bins of equal width from `low` to `high`, and how many numbers fell beside them.
struct Bins {
  double low = 0;
  double high = 1;  // low < high
  std::vector<std::int64_t> counts;
  std::int64_t below = 0;
  std::int64_t above = 0;

  double width() const { return (high - low) / static_cast<double>(counts.size()); }

  /// Into the bin it belongs to; an edge belongs to the bin on its right.
  void add(double number) {
    const double place = (number - low) / width();
    if (!(place >= 0))
      ++below;
    else if (place >= static_cast<double>(counts.size()))
      ++above;
    else
      ++counts[static_cast<std::size_t>(place)];
  }
};

}  // namespace attention_lab
