#include "core/attention/matrix_name.h"
#include "core/attention/softmax.h"
#include "core/mistakes/stages.h"
#include "core/mistakes/variants.h"

namespace attention_lab::mistakes {

Result<Trace> softmax_over_queries(const Model& model) {
  Trace trace = right_trace(model);
  for (HeadStages& head : trace.heads) {
    Matrix columns = scores_for_softmax(model, head).transpose();  // (keys, queries): a column is a row here
    for (Index key = 0; key < columns.rows(); ++key) {
      // Wrong: the queries share the key out.
      Scalar* column = columns.row(key).data();
      softmax(column, column, columns.cols(), model.options.temperature);
    }
    head.weights = columns.transpose();
  }
  redo_output(model, trace);
  return trace;
}

}  // namespace attention_lab::mistakes
