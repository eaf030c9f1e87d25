// The inner loops of the forward pass, compiled several times into one program: for every x86-64 machine, for
// machines with AVX2, and for machines with AVX-512. The fastest variant that the machine supports is chosen
// at the first call.
//
// The files behind this header are compiled with different instruction sets. If such a file emitted an inline
// function or a template under a name that other files also emit, the linker would keep only one of the
// copies, perhaps the one with AVX-512, and the program would crash on an older machine. Therefore:
//   - each variant is in an unnamed namespace inside a named one, and does not use Eigen;
//   - only raw pointers cross this interface, and this header includes neither Eigen nor the standard
//     library;
//   - a test checks that a variant shares no names with other files (KernelObjects.ShareNoNames).
#pragma once

#include "core/attention/scalar.h"
#include "core/attention/softmax.h"

namespace attention_lab {

/// C = A·B + bias, or C = A·Bᵀ + bias. Rows are contiguous; a stride is the distance in numbers between
/// consecutive rows. To compute part of a product, pass those rows of A or columns of B.
struct ProductTask {
  const Scalar* A = nullptr;     // (n_rows, n_inner)
  const Scalar* B = nullptr;     // (n_inner, n_columns), or (n_columns, n_inner) for product_transposed
  const Scalar* bias = nullptr;  // (n_columns), or nullptr: no bias
  Scalar* C = nullptr;           // (n_rows, n_columns)
  Index a_stride = 0;
  Index b_stride = 0;
  Index c_stride = 0;
  Index n_rows = 0;
  Index n_inner = 0;
  Index n_columns = 0;
};

/// Keys of one query: from `first` to just before `end`.
struct KeySpan {
  Index first = 0;
  Index end = 0;
};

/// From scores to weights for a block of consecutive queries of one head. The pointers point to the block's
/// first row. Only the scores of `n_keys` keys from `first_key` on are scaled and masked; other entries of
/// scaled_scores and masked_scores are used as they are. Without a mask there are no masked_scores.
///
/// A query sees the keys of its span, or, if there are cells, those of them whose cell is not 0. The bits of
/// the weights depend only on which keys that are, not on how they are given.
struct WeightsTask {
  const Scalar* scores = nullptr;         // (n_queries, n_tokens)
  Scalar* scaled_scores = nullptr;        // (n_queries, n_tokens) scores ÷ divisor
  Scalar* masked_scores = nullptr;        // (n_queries, n_tokens) −∞ for hidden keys; nullptr: no mask
  Scalar* weights = nullptr;              // (n_queries, n_tokens) softmax of each row ÷ temperature
  const KeySpan* visible_keys = nullptr;  // (n_queries), if there is a mask
  const unsigned char* visible_cells = nullptr;  // (n_queries, n_tokens), or nullptr: whole spans
  Index n_queries = 0;
  Index n_tokens = 0;
  Index first_key = 0;
  Index n_keys = 0;
  Scalar divisor = 1;
  Scalar temperature = 1;
};

/// One variant of the kernels. All variants agree up to rounding. Within one variant, a number has the same
/// bits whatever is computed beside it: a row or column of any stage that is computed alone, or in a block of
/// any size, equals that of the whole. (Weights of course depend on all scores of their row.)
struct Kernels {
  const char* name;                                     ///< "baseline", "avx2", "avx512"
  void (*product)(const ProductTask& task);             // A·B + bias
  void (*product_transposed)(const ProductTask& task);  // A·Bᵀ + bias
  void (*weights)(const WeightsTask& task);
  SoftmaxOutcome (*softmax)(const Scalar* logits, Scalar* probabilities, Index size, Scalar temperature);
};

/// The variants that this machine supports, slowest first; the baseline is always among them.
struct KernelList {
  const Kernels* const* first;
  Index size;
  const Kernels* const* begin() const { return first; }
  const Kernels* const* end() const { return first + size; }
};
KernelList runnable_kernels();

/// The fastest variant that this machine supports.
const Kernels& best_kernels();

}  // namespace attention_lab
