// The amount of memory available to this program.
#pragma once

#include <cstddef>

namespace attention_lab {

/// In bytes: the machine's memory, or less if a limit applies to this program (ulimit -v and -d, a control
/// group).
std::size_t memory_of_machine();

}  // namespace attention_lab
