// The limits of Scalar, NaN and infinity.
#pragma once

#include <limits>

#include "core/attention/types.h"

namespace attention_lab::testing {

inline constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
inline constexpr Scalar not_a_number = std::numeric_limits<Scalar>::quiet_NaN();
inline constexpr Scalar epsilon = std::numeric_limits<Scalar>::epsilon();

}  // namespace attention_lab::testing
