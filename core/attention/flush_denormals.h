// A scope in which denormals count as zero.
#pragma once

#if defined(__SSE2__)
#include <pmmintrin.h>
#include <xmmintrin.h>
#endif

namespace attention_lab {

/// While one of these is in scope, numbers below the smallest normal one (1.2e-38 in float) count as zero on
/// its thread. Saturated softmax rows are full of them, and arithmetic with them is up to a hundred times
/// slower than with normal numbers. Does nothing on processors other than x86.
class FlushDenormals {
 public:
#if defined(__SSE2__)
  // Writing the setting takes much longer than reading it, so it is not written within another scope.
  FlushDenormals() : saved_(_mm_getcsr()) {
    if (saved_ != flushing()) _mm_setcsr(flushing());
  }
  ~FlushDenormals() {
    if (saved_ != flushing()) _mm_setcsr(saved_);
  }
#else
  FlushDenormals() {}
  ~FlushDenormals() {}
#endif
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

#if defined(__SSE2__)
 private:
  unsigned flushing() const {
    return saved_ | _MM_FLUSH_ZERO_ON | _MM_DENORMALS_ZERO_ON;
  }

  unsigned saved_;
#endif
};

}  // namespace attention_lab
