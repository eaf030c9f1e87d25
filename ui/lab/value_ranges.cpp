#include "ui/lab/value_ranges.h"

namespace attention_lab {

const ValueRange& ValueRanges::of(const Session& session, const MatrixRef& ref) {
  if (revision_ != session.revision()) {
    ranges_.clear();
    revision_ = session.revision();
  }
  const auto [entry, is_new] = ranges_.try_emplace({ref.name, ref.head});
  if (is_new) {
    entry->second =
        range_of(matrix_view(session.model(), session.trace(), ref), ref.name == MatrixName::masked_scores);
  }
  return entry->second;
}

}  // namespace attention_lab
