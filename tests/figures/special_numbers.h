// NaN and infinity for the tests of figures.
#pragma once

#include <limits>

namespace attention_lab::testing {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace attention_lab::testing
