#include "core/attention/kernels.h"

#include <array>
#include <cstddef>

namespace attention_lab {

namespace kernels_baseline {
extern const Kernels kernels;
}
#ifdef ATTENTION_LAB_X86_KERNELS
namespace kernels_avx2 {
extern const Kernels kernels;
}
namespace kernels_avx512 {
extern const Kernels kernels;
}
#endif

namespace {

struct Runnable {
  std::array<const Kernels*, 3> kernels = {&kernels_baseline::kernels, nullptr, nullptr};
  std::size_t size = 1;
};

// Must check for every instruction set that core/CMakeLists.txt enables for a variant.
Runnable ask_the_machine() {
  Runnable runnable;
#ifdef ATTENTION_LAB_X86_KERNELS
  __builtin_cpu_init();
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (has_avx2) runnable.kernels[runnable.size++] = &kernels_avx2::kernels;
  if (has_avx512) runnable.kernels[runnable.size++] = &kernels_avx512::kernels;
#endif
  return runnable;
}

const Runnable& runnable() {
  static const Runnable answer = ask_the_machine();
  return answer;
}

}  // namespace

KernelList runnable_kernels() {
  return {runnable().kernels.data(), static_cast<Index>(runnable().size)};
}

const Kernels& best_kernels() {
  return *runnable().kernels[runnable().size - 1];
}

}  // namespace attention_lab
