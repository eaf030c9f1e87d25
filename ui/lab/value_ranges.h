// The range of the numbers in each matrix, computed once per revision.
#pragma once

#include <cstdint>
#include <map>

#include "core/attention/matrix_name.h"
#include "core/document/session.h"
#include "ui/figures/base/value_range.h"

namespace attention_lab {

class ValueRanges {
 public:
  const ValueRange& of(const Session& session, const MatrixRef& ref);

 private:
  std::uint64_t revision_ = ~std::uint64_t{0};
  std::map<std::pair<MatrixName, Index>, ValueRange> ranges_;
};

}  // namespace attention_lab
