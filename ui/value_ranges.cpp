#include "ui/value_ranges.h"

#include <algorithm>
#include <cmath>

namespace attention_lab {
namespace {

ValueRange range_of(const MatrixView& matrix, bool masks) {
  ValueRange range;
  bool is_first = true;
  for (Index i = 0; i < matrix.size(); ++i) {
    const double value = static_cast<double>(matrix.data()[i]);
    if (value < 0) range.has_negative = true;
    if (!std::isfinite(value)) {
      if (!(masks && std::isinf(value) && value < 0)) range.has_not_finite = true;
      continue;
    }
    range.low = is_first ? value : std::min(range.low, value);
    range.high = is_first ? value : std::max(range.high, value);
    is_first = false;
  }
  return range;
}

}  // namespace

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
