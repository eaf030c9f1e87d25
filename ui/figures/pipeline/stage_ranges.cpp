#include "ui/figures/pipeline/stage_ranges.h"

namespace attention_lab {

StageRanges ranges_of_stages(const Model& model, const Trace& trace, Index head) {
  StageRanges ranges;
  for (const MatrixName name : all_matrix_names) {
    const MatrixView values = matrix_view(model, trace, {name, is_per_head(name) ? head : 0});
    if (values.size() > 0) ranges[name] = range_of(values, name == MatrixName::masked_scores);
  }
  return ranges;
}

}  // namespace attention_lab
