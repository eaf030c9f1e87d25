// The number and index types of the engine, without Eigen: the kernels (see kernels.h) start from here.
#pragma once

#include <cstddef>

namespace attention_lab {

/// The number type of the engine: float, as PyTorch's default. The tests build core a second time with
/// double, so that gradients can be checked against finite differences at full precision.
#ifdef ATTENTION_LAB_DOUBLE
using Scalar = double;
#else
using Scalar = float;
#endif

using Index = std::ptrdiff_t;

}  // namespace attention_lab
