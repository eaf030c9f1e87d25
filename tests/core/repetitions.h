// How often tests repeat themselves.
#pragma once

namespace attention_lab::testing {

/// Sanitizers make everything many times slower, and find mistakes in the use of memory after a few
/// repetitions as well as after many. The numbers are checked in the release build, with all of them.
constexpr int repetitions(int usual, int under_sanitizers) {
#if defined(ATTENTION_LAB_SANITIZED)
  (void)usual;
  return under_sanitizers;
#else
  (void)under_sanitizers;
  return usual;
#endif
}

}  // namespace attention_lab::testing
