#include "ui/figures/base/elision.h"

namespace attention_lab {

std::vector<std::string> Elision::labels(const std::vector<std::string>& all) const {
  std::vector<std::string> shown;
  for (Index entry = 0; entry < entries() && !all.empty(); ++entry) {
    const std::size_t index = is_gap(entry) ? all.size() : static_cast<std::size_t>(index_of(entry));
    shown.push_back(index < all.size() ? all[index] : std::string());
  }
  return shown;
}

Elision elided(Index count, Index most) {
  Elision shown;
  const bool is_whole = count <= most;
  const Index kept = is_whole ? count : std::max<Index>(most - 1, 0);
  const Index head = is_whole ? count : (kept + 1) / 2;
  for (Index i = 0; i < head; ++i) shown.indices.push_back(i);
  if (is_whole || most < 2) return shown;
  shown.gap = head;
  for (Index i = count - (kept - head); i < count; ++i) shown.indices.push_back(i);
  return shown;
}

}  // namespace attention_lab
