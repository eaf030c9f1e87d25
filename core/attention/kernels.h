// The places where the forward pass spends its time, compiled several times into one program: once for
// every x86-64 machine, once for those with AVX2, once for those with AVX-512. The best that the machine
// runs is chosen at the first call.
//
// The files behind this header are compiled with different instruction sets. If such a file emitted an
// inline function or a template under a name that other files emit too, the linker would keep one of the
// copies, perhaps the one with AVX-512, and the program would die on an older machine. Hence:
//   - each variant lives in an unnamed namespace within one of its own, and does without Eigen;
//   - only raw pointers cross this border, and this header includes neither Eigen nor the standard library;
//   - a test looks for names that a variant shares with other files (KernelObjects.ShareNoNames).
#pragma once

#include "core/attention/scalar.h"
#include "core/attention/softmax.h"

namespace attention_lab {

/// C = A·B + bias, or C = A·Bᵀ + bias. Rows are contiguous; a stride is the distance from one row to the
/// next, in numbers. A few rows or columns of a product are one with those rows of A or columns of B.
struct ProductTask {
  const Scalar* A = nullptr;     // (n_rows, n_inner)
  const Scalar* B = nullptr;     // (n_inner, n_columns), or (n_columns, n_inner) if it is to be transposed
  const Scalar* bias = nullptr;  // (n_columns), or nullptr: none
  Scalar* C = nullptr;           // (n_rows, n_columns)
  Index a_stride = 0;
  Index b_stride = 0;
  Index c_stride = 0;
  Index n_rows = 0;
  Index n_inner = 0;
  Index n_columns = 0;
};

/// From scores to weights for a block of consecutive queries of one head. The pointers are to the block's
/// first row. Only `n_keys` of the scores, from `first_key` on, are scaled and masked; the other entries of
/// scaled_scores and masked_scores are taken as they are. Without a mask there are no masked_scores.
struct WeightsTask {
  const Scalar* scores = nullptr;   // (n_queries, n_tokens)
  Scalar* scaled_scores = nullptr;  // (n_queries, n_tokens) scores ÷ divisor
  Scalar* masked_scores = nullptr;  // (n_queries, n_tokens) −∞ where a key is later; or nullptr: no mask
  Scalar* weights = nullptr;        // (n_queries, n_tokens) softmax of each row ÷ temperature
  Index first_query = 0;            // the block's place among the tokens
  Index n_queries = 0;
  Index n_tokens = 0;
  Index first_key = 0;
  Index n_keys = 0;
  Scalar divisor = 1;
  Scalar temperature = 1;
};

/// One variant of the kernels. All variants give the same numbers up to rounding. Within one variant a number
/// has the same bits whatever is computed beside it: a row or a column of any stage that is computed alone,
/// or in a block of any size, equals that of the whole. (Weights depend on all scores of their row, of
/// course.)
struct Kernels {
  const char* name;                                     ///< "baseline", "avx2", "avx512"
  void (*product)(const ProductTask& task);             // A·B + bias
  void (*product_transposed)(const ProductTask& task);  // A·Bᵀ + bias
  void (*weights)(const WeightsTask& task);
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
