#include "core/mistakes/stages.h"

#include <algorithm>

#include "core/attention/forward.h"
#include "core/attention/kernels.h"
#include "core/attention/matrix_name.h"
#include "core/attention/softmax.h"

namespace attention_lab::mistakes {
namespace {

// Y = A·B + bias, by the engine's kernels and as many rows at a time as the engine takes, so that equal
// inputs give equal bits.
void multiply(const Matrix& A, const Matrix& B, const RowVector* bias, Matrix& Y) {
  constexpr Index block_rows = 128;
  for (Index first = 0; first < A.rows(); first += block_rows) {
    best_kernels().product({.A = A.data() + first * A.cols(),
                            .B = B.data(),
                            .bias = bias == nullptr || bias->size() == 0 ? nullptr : bias->data(),
                            .C = Y.data() + first * Y.cols(),
                            .a_stride = A.cols(),
                            .b_stride = B.cols(),
                            .c_stride = Y.cols(),
                            .n_rows = std::min(block_rows, A.rows() - first),
                            .n_inner = A.cols(),
                            .n_columns = B.cols()});
  }
}

}  // namespace

Trace right_trace(const Model& model) {
  Trace trace;
  forward(model, trace);
  return trace;
}

void redo_softmax(const Model& model, Trace& trace) {
  for (HeadStages& head : trace.heads) {
    const Matrix& scores = scores_for_softmax(model, head);
    for (Index i = 0; i < head.weights.rows(); ++i) {
      softmax(scores.row(i).data(), head.weights.row(i).data(), head.weights.cols(),
              model.options.temperature);
    }
  }
}

void redo_output(const Model& model, Trace& trace) {
  Index first_column = 0;
  for (HeadStages& head : trace.heads) {
    if (model.has_dropout()) head.dropped_weights = head.weights.cwiseProduct(head.dropout_mask);
    multiply(mixing_weights(model, head), head.V, nullptr, head.head_output);
    trace.concatenated.middleCols(first_column, head.head_output.cols()) = head.head_output;
    first_column += head.head_output.cols();
  }
  if (model.has_output_projection()) {
    multiply(trace.concatenated, *model.W_o, &*model.b_o, trace.context);
  } else {
    trace.context = trace.concatenated;
  }
}

std::string shape_text(const Matrix& matrix) {
  return "(" + std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols()) + ")";
}

Error no_mask() {
  return {ErrorCode::not_found,
          "This document has no mask, so none can be wrong: set its mask to causal to see this mistake.",
          "options.mask"};
}

}  // namespace attention_lab::mistakes
