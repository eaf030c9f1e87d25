// Replaces operator new to count allocations and to make one of them fail. Include it in only one file of an
// executable.
#pragma once

#include <atomic>
#include <cstdlib>
#include <new>

namespace attention_lab::testing {

inline std::atomic<long> n_allocations = 0;
inline std::atomic<long> n_until_failure = -1;  // index of the allocation that fails; negative: none

inline long allocations_so_far() {
  return n_allocations;
}
/// The next allocation is number 0.
inline void fail_allocation(long number) {
  n_until_failure = number;
}
inline void fail_no_allocation() {
  n_until_failure = -1;
}

}  // namespace attention_lab::testing

// Not inlined, because g++ would otherwise see malloc paired with delete, and new with free, and warn.
__attribute__((noinline)) void* operator new(std::size_t size) {
  using namespace attention_lab::testing;
  ++n_allocations;
  const bool fails = n_until_failure >= 0 && n_until_failure-- == 0;
  if (void* memory = fails ? nullptr : std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* memory) noexcept {
  std::free(memory);
}
__attribute__((noinline)) void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
