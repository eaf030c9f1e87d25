// The range of numbers in each matrix shown, found once a revision.
#pragma once

#include <cstdint>
#include <map>

#include "core/attention/matrix_name.h"
#include "core/document/session.h"

namespace attention_lab {

/// Over the finite entries; both 0 where there is none.
struct ValueRange {
  double low = 0;
  double high = 0;
  bool has_negative = false;    ///< or −∞
  bool has_not_finite = false;  ///< NaN, or an infinity that no mask put there

  /// The largest absolute value.
  double magnitude() const { return high > -low ? high : -low; }
};

class ValueRanges {
 public:
  const ValueRange& of(const Session& session, const MatrixRef& ref);

 private:
  std::uint64_t revision_ = ~std::uint64_t{0};
  std::map<std::pair<MatrixName, Index>, ValueRange> ranges_;
};

}  // namespace attention_lab
