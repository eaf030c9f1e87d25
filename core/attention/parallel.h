// How the engine asks for help from more than one processor without knowing what a thread is.
#pragma once

#include <functional>

#include "core/attention/types.h"

namespace attention_lab {

/// Runs task(0) … task(count − 1), each exactly once, in any order and possibly at the same time, and
/// returns when all are done. The program passes one that uses threads; core itself has none.
using Parallel = std::function<void(Index count, const std::function<void(Index)>& task)>;

}  // namespace attention_lab
