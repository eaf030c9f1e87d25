// How much memory this program can have.
#pragma once

#include <cstddef>

namespace attention_lab {

/// In bytes: what the machine has, or less where the system grants this program less (ulimit -v and -d, a
/// control group).
std::size_t memory_of_machine();

}  // namespace attention_lab
