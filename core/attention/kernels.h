// The two places where the forward pass spends its time, compiled several times into one program: once for
// every x86-64 machine, once for those with AVX2, once for those with AVX-512. The best that the machine
// runs is chosen at the first call.
//
// The files behind this header are compiled with different instruction sets. If such a file emitted an
// inline function or a template under a name that other files emit too, the linker would keep one of the
// copies, perhaps the one with AVX-512, and the program would die on an older machine. Hence:
//   - each variant lives in a namespace of its own and renames Eigen's (see kernels_variant.cpp);
//   - only raw pointers cross this border, and this header includes neither Eigen nor the standard library;
//   - a test looks for names that a variant shares with other files (KernelObjects.ShareNoNames).
#pragma once

#include "core/attention/scalar.h"
#include "core/attention/softmax_outcome.h"

namespace attention_lab {

/// C = A·B + bias. All matrices are row-major and dense.
struct AffineTask {
  const Scalar* A = nullptr;     // (n_rows, n_inner)
  const Scalar* B = nullptr;     // (n_inner, n_columns)
  const Scalar* bias = nullptr;  // (n_columns), or nullptr: none
  Scalar* C = nullptr;           // (n_rows, n_columns)
  Index n_rows = 0;
  Index n_inner = 0;
  Index n_columns = 0;
};

/// One head's attention for a block of consecutive queries: scores → … → head_output.
/// The pointers of K and V are to their first row, all others to the block's first row.
struct AttentionTask {
  const Scalar* Q = nullptr;        // (n_queries, d_k)
  const Scalar* K = nullptr;        // (n_tokens, d_k)
  const Scalar* V = nullptr;        // (n_tokens, d_v)
  Scalar* scores = nullptr;         // (n_queries, n_tokens)
  Scalar* scaled_scores = nullptr;  // (n_queries, n_tokens)
  Scalar* masked_scores = nullptr;  // (n_queries, n_tokens)
  Scalar* weights = nullptr;        // (n_queries, n_tokens)
  Scalar* head_output = nullptr;    // (n_queries, d_v)
  Index first_query = 0;            // the block's place among the tokens
  Index n_queries = 0;
  Index n_tokens = 0;
  Index d_k = 0;
  Index d_v = 0;
  bool is_causal = false;
  Scalar divisor = 1;
  Scalar temperature = 1;
};

/// One variant of the kernels. All variants give the same numbers up to rounding.
struct Kernels {
  const char* name;  ///< "baseline", "avx2", "avx512"
  void (*affine)(const AffineTask& task);
  void (*attention)(const AttentionTask& task);
  SoftmaxOutcome (*softmax)(const Scalar* logits, Scalar* probabilities, Index size, Scalar temperature);
};

/// The variants that this machine runs, slowest first, the baseline always among them.
struct KernelList {
  const Kernels* const* first;
  Index size;
  const Kernels* const* begin() const { return first; }
  const Kernels* const* end() const { return first + size; }
};
KernelList runnable_kernels();

/// The fastest of them.
const Kernels& best_kernels();

}  // namespace attention_lab
