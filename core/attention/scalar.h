// The number and index types of the engine, without Eigen; the kernels (see kernels.h) depend only on this.
#pragma once

#include <cstddef>

namespace attention_lab {

/// The number type of the engine: float, like PyTorch's default. The tests also build core with double, so
/// that gradients can be checked against finite differences at full precision.
#ifdef ATTENTION_LAB_DOUBLE
using Scalar = double;
#else
using Scalar = float;
#endif

using Index = std::ptrdiff_t;

}  // namespace attention_lab
